/** Guildhall with the embedded store on disk, and somebody who posts. Says who may post where. */
import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import { createApplication } from '../../../packages/server/src/domain/applications/applications.ts'
import { createGuild } from '../../../packages/server/src/domain/guilds/guilds.ts'
import { newFile, openBenchApp } from '../../app.ts'
import { argumentOf, serveParent } from '../../child.ts'

const { sync } = argumentOf<{ sync: 'full' | 'normal' | 'off' }>()
const { app, store } = await openBenchApp(newFile(sync))
const { botToken, channelId } = await store.transaction(async (tx) => {
	const owner = await createUser(tx, { username: 'owner', isVerified: true })
	const { application, credentials } = await createApplication(tx, { name: 'Bench', ownerId: owner.id })
	const { channels } = await createGuild(tx, owner.id, { name: 'Bench', memberIds: [application.id] })
	const channel = channels.find(({ type }) => type === 0)
	return { botToken: credentials.botToken, channelId: channel?.id }
})
const { port } = await app.listen('127.0.0.1', 0)
serveParent({
	url: `http://127.0.0.1:${port}/api/v10/channels/${channelId}/messages`,
	socketUrl: `ws://127.0.0.1:${port}/?v=10&encoding=json`,
	botToken,
	channelId,
})
