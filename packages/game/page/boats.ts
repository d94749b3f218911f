/** A boat for everybody who is in the lobby and connected; what they say stands above it for a while. */
import type { LobbyMemberHandle, Snowflake } from '@guildhall/socialsdk'
import type { GameObjects, Scene } from 'phaser'
import { HEIGHT, WIDTH } from './drawings.ts'
import type { Side } from './rules.ts'

type Colours = Record<Side | 'ink' | 'paper', string>

const WATER = HEIGHT - 96
const BUBBLE_MS = 4000
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif'

export class Boats {
	readonly #scene: Scene
	readonly #colours: Colours
	readonly #changed: () => void
	readonly #boats = new Map<Snowflake, GameObjects.Container>()
	#lobbyId = 0n
	#sides: Record<Side, string | undefined> = { port: undefined, starboard: undefined }

	/** `changed` is called when there is something new to draw. */
	constructor(scene: Scene, changed: () => void, colours: Colours) {
		this.#scene = scene
		this.#changed = changed
		this.#colours = colours
		const { events, client } = scene.social
		const launch = (lobbyId: Snowflake) => {
			if (lobbyId !== this.#lobbyId) return
			this.#launch()
			changed()
		}
		events.during(scene, 'lobbyMemberAdded', launch)
		events.during(scene, 'lobbyMemberUpdated', launch)
		events.during(scene, 'lobbyMemberRemoved', launch)
		events.during(scene, 'messageCreated', (id) => {
			const message = client.GetMessageHandle(id)
			if (message?.ChannelId() !== this.#lobbyId || message.Metadata().act !== undefined) return
			this.#speak(this.#boats.get(message.AuthorId()), message.Content())
		})
	}

	watch(lobbyId: Snowflake, sides: Record<Side, string | undefined>): void {
		this.#lobbyId = lobbyId
		this.#sides = sides
		this.#launch()
	}

	rock(time: number): void {
		for (const [index, boat] of [...this.#boats.values()].entries()) {
			boat.y = WATER + 6 * Math.sin(time / 700 + index * 2)
			boat.rotation = 0.035 * Math.sin(time / 900 + index)
		}
	}

	#launch(): void {
		const members = this.#scene.social.client.GetLobbyHandle(this.#lobbyId)?.LobbyMembers() ?? []
		for (const boat of this.#boats.values()) boat.destroy()
		this.#boats.clear()
		const watchers = members.filter((member) => member.Connected() && !this.#sideOf(member))
		for (const member of members.filter((member) => member.Connected())) {
			const side = this.#sideOf(member)
			const among = watchers.indexOf(member) + 1
			const x = side === 'port' ? 130 : side === 'starboard' ? WIDTH - 130 : 220 + (456 * among) / (watchers.length + 1)
			this.#boats.set(member.Id(), this.#boat(member, x, side))
		}
	}

	#sideOf(member: LobbyMemberHandle): Side | undefined {
		const id = String(member.Id())
		if (id === this.#sides.port) return 'port'
		return id === this.#sides.starboard ? 'starboard' : undefined
	}

	#boat(member: LobbyMemberHandle, x: number, side: Side | undefined): GameObjects.Container {
		const { add } = this.#scene
		const colour = hex(side ? this.#colours[side] : this.#colours.ink)
		const toLeft = side === 'starboard' ? -1 : 1
		const hull = add.polygon(0, 0, [-60, 0, 60, 0, 40, 34, -46, 34], colour).setOrigin(0)
		const mast = add.rectangle(4 * toLeft, -42, 6, 84, hex(this.#colours.ink))
		const sail = add.triangle(0, 0, 10 * toLeft, -82, 56 * toLeft, -10, 10 * toLeft, -10, 0xf4efe2).setOrigin(0)
		if (side) return add.container(x, WATER, [mast, sail, hull]).setDepth(5)
		// Those who play are named above the wall.
		const name = add.text(0, -132, member.User()?.DisplayName() ?? '', this.#text(34)).setOrigin(0.5, 0)
		name.setStroke(this.#colours.paper, 8)
		return add.container(x, WATER, [mast, sail, hull, name]).setScale(0.6).setDepth(5)
	}

	#speak(boat: GameObjects.Container | undefined, words: string): void {
		if (!boat) return
		const said = words.length > 42 ? `${words.slice(0, 40)}…` : words
		const text = this.#scene.add.text(0, 0, said, {
			...this.#text(26),
			wordWrap: { width: 340 },
			padding: { x: 16, y: 10 },
		})
		text.setOrigin(0.5, 1).setBackgroundColor(this.#colours.paper).setDepth(8)
		const half = text.width / 2
		text.setPosition(Math.min(Math.max(boat.x, half + 8), WIDTH - half - 8), WATER - 92)
		this.#changed()
		// By the clock of the page: the game's own may sleep.
		setTimeout(() => {
			text.destroy()
			this.#changed()
		}, BUBBLE_MS)
	}

	#text(fontSize: number) {
		return { fontFamily: FONT, fontSize: `${fontSize}px`, color: this.#colours.ink }
	}
}

const hex = (colour: string): number => Number.parseInt(colour.slice(1), 16)
