/** Our server alone in a process, on a clock that can be moved, listening where its documents say it does. */
import { listenOn } from '../../../packages/server/src/adapters/listener.ts'
import { createVault } from '../../../packages/server/src/adapters/vault.ts'
import { DEFAULTS } from '../../../packages/server/src/config.ts'
import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import { createLogin } from '../../../packages/server/src/domain/accounts/logins.ts'
import { setParent } from '../../../packages/server/src/domain/applications/publishers.ts'
import { addProvider } from '../../../packages/server/src/domain/identities/providers.ts'
import { banPerson, unbanPerson } from '../../../packages/server/src/domain/operators/bans.ts'
import { GENEROUS, testServer } from '../../../packages/server/test/server.ts'
import { STORE_KIND } from '../../../packages/server/test/store-place.ts'
import { serveOrders } from './serve-orders.ts'

const OPERATOR = { name: 'conformance' }
const SCHEMA = 'select current_schema() as name'
const isLimited = process.argv.includes('--limited')

const listener = await listenOn('127.0.0.1', 0)
const origin = `http://127.0.0.1:${listener.port}`
const server = await testServer({
	origin,
	gatewayUrl: origin.replace('http', 'ws'),
	cdnUrl: origin,
	rateLimits: isLimited ? { ...DEFAULTS.rateLimits, globalPerSecond: 1000 } : GENEROUS,
})
await server.app.serve(listener)

let count = 0
const makePerson = async (isVerified = true) => {
	const username = `person${++count}`
	const { id } = await server.store.transaction((tx) =>
		createUser(tx, { username, globalName: username, email: `${username}@example.com`, isVerified }),
	)
	return { id, username }
}

const memberRole = ({ permissions }: { permissions: string }) => ({ id: '2', name: 'Member', permissions })

async function change(table: 'applications' | 'guilds', id: string, columns: object): Promise<void> {
	await server.store.transaction(({ db }) =>
		db
			.updateTable(table as 'guilds')
			.set(columns)
			.where('id', '=', id)
			.execute(),
	)
}

serveOrders(
	{ origin },
	{
		async application({ name = 'Lantern', ownerId, ...options }) {
			const owner = ownerId ?? (await makePerson()).id
			const bot = await server.bot(`${name} ${++count}`, { ...options, ownerId: owner })
			return { id: bot.application.id, ownerId: owner, secret: bot.clientSecret, botToken: bot.token }
		},
		person: ({ isVerified }) => makePerson(isVerified),
		async login({ userId }) {
			const token = await server.store.transaction((tx) => createLogin(tx, userId, { userAgent: 'conformance' }))
			return `session=${token}`
		},
		async advance({ ms }) {
			await server.advance(ms)
			await server.app.idle()
			return null
		},
		async redirects({ id, uris }) {
			await change('applications', id, { redirect_uris: JSON.stringify(uris) })
			return null
		},
		async guild({ ownerId, member, needsSecondStep }) {
			const { guild, channels } = await server.guild(
				ownerId,
				member ? { roles: [{ id: '1' }, memberRole(member)] } : {},
			)
			if (member) {
				const role = await server.store.db
					.selectFrom('roles')
					.select('id')
					.where('guild_id', '=', guild.id)
					.where('name', '=', 'Member')
					.executeTakeFirstOrThrow()
				await server.join(guild.id, member.userId, { roleIds: [role.id] })
			}
			if (needsSecondStep) await change('guilds', guild.id, { mfa_level: 1 })
			return { id: guild.id, channelId: channels.find(({ type }) => type === 0)?.id ?? '' }
		},
		async installing({ id, isPublic = true, waitsForCode = false }) {
			await change('applications', id, { bot_public: isPublic ? 1 : 0, bot_require_code_grant: waitsForCode ? 1 : 0 })
			return null
		},
		async ban({ userId, seconds }) {
			await server.store.transaction((tx) => banPerson(tx, OPERATOR, userId, seconds ? { seconds } : {}))
			return null
		},
		async unban({ userId }) {
			await server.store.transaction((tx) => unbanPerson(tx, OPERATOR, userId))
			return null
		},
		async below({ childId, parentId }) {
			await server.store.transaction((tx) => setParent(tx, childId, parentId))
			return null
		},
		async provider({ id, issuer, audience }) {
			const rules = { vault: createVault('test'), allowsLocal: true }
			await server.store.transaction((tx) =>
				addProvider(tx, rules, id, { type: 'OIDC', issuer, audiences: [audience] }),
			)
			return null
		},
		now: () => server.store.now(),
		async everything() {
			const tables = await server.store.db.introspection.getTables()
			// Others use the same database: what belongs to this server is what its search path finds.
			const found = STORE_KIND === 'postgres' ? await server.store.run<{ name: string }>(SCHEMA, []) : []
			const own = tables.filter(({ schema }) => schema === found[0]?.name)
			const rows = await Promise.all(
				own.map(({ name }) =>
					server.store.db
						.selectFrom(name as 'users')
						.selectAll()
						.execute(),
				),
			)
			return JSON.stringify(rows)
		},
	},
	async () => server[Symbol.asyncDispose](),
)
