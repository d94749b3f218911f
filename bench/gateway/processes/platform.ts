/** Guildhall with the embedded store on disk, bots in one guild, and a channel that they all see. */
import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import { createApplication } from '../../../packages/server/src/domain/applications/applications.ts'
import { createGuild } from '../../../packages/server/src/domain/guilds/guilds.ts'
import { newFile, openBenchApp } from '../../app.ts'
import { argumentOf, serveParent } from '../../child.ts'
import type { PlatformPlan, PlatformReady } from '../platform.ts'
import { addCrowd } from './crowd.ts'

const { bots, guilds = 0, crowd = 0 } = argumentOf<PlatformPlan>()
/** The gateway's bits for content of messages, which bots may then ask for. */
const READS_CONTENT = 1 << 19
const { app, store } = await openBenchApp(newFile('normal'))
const made = await store.transaction(async (tx) => {
	const owner = await createUser(tx, { username: 'owner', isVerified: true })
	const applications = []
	for (let n = 0; n < bots; n++) {
		applications.push(await createApplication(tx, { name: `Bot ${n}`, ownerId: owner.id, flags: READS_CONTENT }))
	}
	const memberIds = applications.map(({ application }) => application.id)
	const { guild, channels } = await createGuild(tx, owner.id, { name: 'Bench', memberIds })
	return {
		ownerId: owner.id,
		botId: memberIds[0] as string,
		tokens: applications.map(({ credentials }) => credentials.botToken),
		guildId: guild.id,
		channelId: channels.find(({ type }) => type === 0)?.id,
	}
})
for (let n = 0; n < guilds; n++) {
	await store.transaction((tx) => createGuild(tx, made.ownerId, { name: `Guild ${n}`, memberIds: [made.botId] }))
}
if (crowd > 0) await addCrowd(store, made.guildId, crowd)

const { port } = await app.listen('127.0.0.1', 0)
const ready: PlatformReady = {
	port,
	path: `/api/v10/channels/${made.channelId}/messages`,
	socketUrl: `ws://127.0.0.1:${port}/?v=10&encoding=json`,
	guildId: made.guildId,
	tokens: made.tokens,
}
serveParent(
	{ ...ready },
	{
		/** What the gateway has on its hands. */
		counts: () => ({ ...app.gateway.counts(), dropped: app.gateway.meters.dropped, kept: app.gateway.keeper.bytes }),
		rss: () => process.memoryUsage().rss,
	},
)
