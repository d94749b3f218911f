/**
 * A harbor: a lamp for everybody who is in the lobby and connected, and what was said last. Space says ahoy, Enter puts to
 * sea and comes back; friends see where one is.
 */
import { Activity, Client, ClientStatus, type Snowflake } from '@guildhall/socialsdk'
import { socialPlugin } from '@guildhall/socialsdk-phaser'
import { AUTO, Game, type GameObjects, Scene } from 'phaser'

export class Harbor extends Scene {
	readonly lamps = new Map<Snowflake, GameObjects.Container>()
	said?: GameObjects.Text
	#lobbyId = 0n

	constructor() {
		super('harbor')
	}

	create(): void {
		const { client, events } = this.social
		this.said = this.add.text(20, 16, '', { fontSize: '20px' })
		const light = () => this.#light()
		events.during(this, 'lobbyCreated', light)
		events.during(this, 'lobbyMemberAdded', light)
		events.during(this, 'lobbyMemberUpdated', light)
		events.during(this, 'lobbyMemberRemoved', light)
		events.during(this, 'messageCreated', (id) => this.#hear(id))
		events.once('statusChanged', (status) => console.info('at first', Client.StatusToString(status)))
		events.during(this, 'statusChanged', (status) => {
			if (status !== ClientStatus.Ready) return
			void client.CreateOrJoinLobby('the-harbor').then((lobbyId) => {
				this.#lobbyId = lobbyId
				this.#light()
			})
		})
		this.input.keyboard?.on('keydown-SPACE', () => {
			client.SendLobbyMessage(this.#lobbyId, 'ahoy', (result) => {
				if (!result.Successful()) this.said?.setText(result.Error())
			})
		})
		this.input.keyboard?.on('keydown-ENTER', () => void this.scene.switch('at-sea'))
		client.Connect()
	}

	#hear(messageId: Snowflake): void {
		const message = this.social.client.GetMessageHandle(messageId)
		this.said?.setText(`${message?.Author()?.DisplayName()}: ${message?.Content()}`)
	}

	#light(): void {
		const members = this.social.client.GetLobbyHandle(this.#lobbyId)?.LobbyMembers() ?? []
		for (const lamp of this.lamps.values()) lamp.destroy()
		this.lamps.clear()
		const there = members.filter((member) => member.Connected())
		for (const [index, member] of there.entries()) {
			const name = this.add.text(0, 46, member.User()?.DisplayName() ?? '', { fontSize: '18px' }).setOrigin(0.5, 0)
			const lamp = this.add.container(90 + index * 150, 150, [this.add.circle(0, 0, 32, 0xffc857), name])
			this.lamps.set(member.Id(), lamp)
		}
	}
}

class AtSea extends Scene {
	fathoms = 1

	constructor() {
		super('at-sea')
	}

	create({ fathoms = 1 }: { fathoms?: number }): void {
		this.fathoms = fathoms
		this.add.text(20, 16, 'Enter: back to the harbor', { fontSize: '20px' })
		this.input.keyboard?.on('keydown-ENTER', () => void this.scene.switch('harbor'))
	}
}

function presenceOf(scene: Scene): Activity | undefined {
	if (scene instanceof Harbor) return new Activity({ state: 'In the harbor' })
	return scene instanceof AtSea ? new Activity({ state: `At sea, ${scene.fathoms} fathoms deep` }) : undefined
}

/** The client has its token already, and `dispatch: 'manual'`. */
export function play(client: Client, parent: HTMLElement): Game {
	return new Game({
		type: AUTO,
		parent,
		width: 640,
		height: 320,
		backgroundColor: '#12343b',
		scene: [Harbor, AtSea],
		plugins: { global: [socialPlugin({ client, presenceOf })] },
	})
}
