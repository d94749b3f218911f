/** A harbor: a card for everybody who is in the lobby, and what was said last. */
import { type Client, ClientStatus, type Snowflake } from '@guildhall/socialsdk'
import { SocialPlugin, UserCard } from '@guildhall/socialsdk-pixi'
import { Application, extensions, Text } from 'pixi.js'

extensions.add(SocialPlugin)

export interface Harbor {
	app: Application
	said: Text
	cards: Map<Snowflake, UserCard>
}

/** The client has its token already, and `dispatch: 'manual'`. */
export async function play(client: Client, parent: HTMLElement): Promise<Harbor> {
	const app = new Application()
	await app.init({ social: { client }, width: 640, height: 320, background: '#12343b', preference: 'webgl' })
	parent.append(app.canvas)
	const said = new Text({ text: '', style: { fill: 'white', fontSize: 20, fontFamily: 'sans-serif' } })
	said.position.set(20, 16)
	app.stage.addChild(said)

	let lobbyId = 0n
	const cards = new Map<Snowflake, UserCard>()
	const show = () => {
		const ids = client.GetLobbyHandle(lobbyId)?.LobbyMemberIds() ?? []
		for (const [id, card] of cards) {
			if (ids.includes(id)) continue
			cards.delete(id)
			card.destroy()
		}
		for (const id of ids) {
			if (cards.has(id)) continue
			const card = app.stage.addChild(new UserCard(app.social, id))
			cards.set(id, card)
		}
		for (const [index, card] of [...cards.values()].entries()) card.position.set(20, 64 + index * 60)
	}
	app.social.on('lobbyCreated', show)
	app.social.on('lobbyMemberAdded', show)
	app.social.on('lobbyMemberRemoved', show)
	app.social.on('messageCreated', (id) => {
		const message = client.GetMessageHandle(id)
		said.text = `${message?.Author()?.DisplayName()}: ${message?.Content()}`
	})
	app.social.on('statusChanged', async (status) => {
		if (status !== ClientStatus.Ready) return
		lobbyId = await client.CreateOrJoinLobby('the-harbor')
		show()
	})
	client.Connect()
	return { app, said, cards }
}
