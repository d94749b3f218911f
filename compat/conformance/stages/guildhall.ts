/** Our server alone in a process, on a clock that can be moved, listening where its documents say it does. */
import { listenOn } from '../../../packages/server/src/adapters/listener.ts'
import { DEFAULTS } from '../../../packages/server/src/config.ts'
import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import { createLogin } from '../../../packages/server/src/domain/accounts/logins.ts'
import { GENEROUS, testServer } from '../../../packages/server/test/server.ts'
import { STORE_KIND } from '../../../packages/server/test/store-place.ts'
import { serveOrders } from './serve-orders.ts'

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
			await server.store.transaction(({ db }) =>
				db
					.updateTable('applications')
					.set({ redirect_uris: JSON.stringify(uris) })
					.where('id', '=', id)
					.execute(),
			)
			return null
		},
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
