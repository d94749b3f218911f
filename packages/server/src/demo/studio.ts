import { createUsers, findUsers, type UserRow } from '../domain/accounts/accounts.ts'
import { type Credentials, createApplication } from '../domain/applications/applications.ts'
import type { Reading, Store, Transaction } from '../ports/store.ts'
import { type Community, createCommunity, createCrowdedGuild } from './guilds.ts'
import { APPLICATIONS, CROWD, MEMBERS, PLAYERS } from './people.ts'

/** What the demo studio consists of. Kept in the store, so that a second start finds it. */
export interface Studio {
	/** In the order of `PLAYERS`. */
	playerIds: string[]
	/** In the order of `APPLICATIONS`. */
	applicationIds: string[]
	community: Community
	/** The guild of more than 1,000 members. */
	bigGuildId?: string
	/** Stands in for it where it was left out. */
	annexId?: string
	lobbyId?: string
}

const FACT = 'demo_studio'

/** The studio that is there; undefined before the first start. */
export async function findStudio({ db }: Reading): Promise<Studio | undefined> {
	const row = await db.selectFrom('meta').select('value').where('key', '=', FACT).executeTakeFirst()
	return row ? (JSON.parse(row.value) as Studio) : undefined
}

export interface NewStudio {
	studio: Studio
	/** Of the applications, shown only now. */
	credentials: Credentials[]
}

/** Makes people, applications and the community, in one transaction: the studio is there whole, or not at all. */
export function createStudio(store: Store): Promise<NewStudio> {
	return store.transaction(async (tx) => {
		const players = await createUsers(tx, PLAYERS)
		const members = await createUsers(tx, MEMBERS)
		const owner = players[0] as UserRow
		const made: Awaited<ReturnType<typeof createApplication>>[] = []
		for (const plan of APPLICATIONS) {
			made.push(await createApplication(tx, { ...plan, ownerId: owner.id, skuId: tx.newId() }))
		}
		const applicationIds = made.map(({ application }) => application.id)
		const [administrator, herald] = await botsOf(tx, applicationIds)
		if (!administrator || !herald) throw new Error('An application was made without its bot.')
		const others = [...players.slice(1), herald, ...members]
		const community = await createCommunity(tx, { owner, administrator, others })
		const studio: Studio = { playerIds: players.map((user) => user.id), applicationIds, community }
		await keepStudio(tx, studio)
		return { studio, credentials: made.map(({ credentials }) => credentials) }
	})
}

/** Adds what an earlier start left out: the big guild, or the small one in its place. */
export function completeStudio(store: Store, studio: Studio, size: 'full' | 'small'): Promise<Studio> {
	const isComplete = size === 'full' ? studio.bigGuildId : (studio.bigGuildId ?? studio.annexId)
	if (isComplete) return Promise.resolve(studio)
	return store.transaction(async (tx) => {
		const [ownerId = ''] = studio.playerIds
		const owner = (await findUsers(tx, [ownerId])).get(ownerId)
		const [administrator, ...bots] = await botsOf(tx, studio.applicationIds)
		if (!owner || !administrator) throw new Error('The demo studio has lost its owner or its first bot.')
		const crowd = size === 'full' ? await createUsers(tx, CROWD) : []
		const name = size === 'full' ? 'Grand Harbor' : 'Harbor Annex'
		const cast = { owner, administrator, others: [...bots, ...crowd] }
		const id = await createCrowdedGuild(tx, name, cast, studio.community.id)
		const complete = { ...studio, ...(size === 'full' ? { bigGuildId: id } : { annexId: id }) }
		await keepStudio(tx, complete)
		return complete
	})
}

async function botsOf(from: Reading, applicationIds: readonly string[]): Promise<UserRow[]> {
	const bots = await findUsers(from, applicationIds)
	return applicationIds.flatMap((id) => bots.get(id) ?? [])
}

/** Writes down what the studio consists of. */
export async function keepStudio({ db }: Transaction, studio: Studio): Promise<void> {
	const value = JSON.stringify(studio)
	await db
		.insertInto('meta')
		.values({ key: FACT, value })
		.onConflict((c) => c.column('key').doUpdateSet({ value }))
		.execute()
}
