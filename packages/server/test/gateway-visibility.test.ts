/**
 * Rights of a guild change in every way, by several people at once, while things happen in it. Who may have heard what is
 * worked out beside the server (`visibility/model.ts`): no session hears what it must not, none misses what it is due, and
 * what each of them knows of channels and of voice is true whenever nothing is on the way.
 *
 * `TOWNS=100 TOWNS_SEED=1` says how many, and with which chance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { INTENTS } from '@guildhall/protocol'
import fc from 'fast-check'
import { type TestServer, testServer } from './server.ts'
import { after, keyOf, type Model, mayHear, type News, sees } from './visibility/model.ts'
import { anyDeed, type Deed, perform, type Town, town, type Watcher } from './visibility/town.ts'

/** On PostgreSQL a town takes five times as long. */
const MOST_TOWNS = process.env.STORE === 'postgres' ? 20 : 60
const TOWNS = Number(process.env.TOWNS ?? (process.env.CI ? MOST_TOWNS : 6))
const SEED = process.env.TOWNS_SEED ? { seed: Number(process.env.TOWNS_SEED) } : {}

/** Of so many, where a machine has other work too. */
const LONG = { timeout: 600_000 }

/** The intent that news needs. */
const INTENT: Readonly<Record<string, number>> = {
	MESSAGE_CREATE: INTENTS.GuildMessages,
	MESSAGE_REACTION_ADD: INTENTS.GuildMessageReactions,
	TYPING_START: INTENTS.GuildMessageTyping,
	GUILD_BAN_ADD: INTENTS.GuildModeration,
	GUILD_BAN_REMOVE: INTENTS.GuildModeration,
	GUILD_AUDIT_LOG_ENTRY_CREATE: INTENTS.GuildModeration,
	// News of oneself.
	GUILD_MEMBER_UPDATE: ~0,
}
const intentOf = (name: string) => INTENT[name] ?? INTENTS.Guilds

/** May be said without that it happened just now (G32). */
const SHOWN_LATE = ['CHANNEL_CREATE', 'CHANNEL_UPDATE']

/** What a session that began with GUILD_CREATE believes of the guild. */
interface Belief {
	channels: Map<string, string>
	voices: Map<string, string>
}

function learn(belief: Belief, { name, data }: News): void {
	switch (name) {
		case 'GUILD_CREATE':
			belief.channels = new Map(data.channels.map((one: { id: string; name: string }) => [one.id, one.name]))
			belief.voices = new Map(data.voice_states.map((one: Record<string, string>) => [one.user_id, one.channel_id]))
			break
		case 'GUILD_DELETE':
			belief.channels.clear()
			belief.voices.clear()
			break
		case 'CHANNEL_CREATE':
		case 'CHANNEL_UPDATE':
			belief.channels.set(data.id, data.name)
			break
		case 'CHANNEL_DELETE':
			belief.channels.delete(data.id)
			for (const [userId, channelId] of belief.voices) if (channelId === data.id) belief.voices.delete(userId)
			break
		case 'VOICE_STATE_UPDATE':
			if (data.channel_id === null) belief.voices.delete(data.user_id)
			else belief.voices.set(data.user_id, data.channel_id)
	}
}

const count = (keys: readonly string[]) => {
	const counts = new Map<string, number>()
	for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
	return counts
}

/** What was said in a round, and how things stood before each piece of news and at the end. */
interface Round {
	news: readonly News[]
	models: readonly Model[]
	/** How things may have stood for who looked while a piece of news was handed out, by its place. */
	standings: readonly (readonly Model[])[]
}

/** News, and the number of the transaction that said it. */
interface Told extends News {
	by: number
}

/**
 * Deeds of a round are done beside each other: what is said later of a round may have been done before what is said
 * sooner, and nobody outside can tell. So whatever part of the rest is done, each deed whole or not at all, is how things
 * may have stood.
 */
function standingsOf(news: readonly Told[], models: readonly Model[]): Model[][] {
	return models.map((model, at) => {
		const rest = news.slice(at).filter(({ name }) => CHANGES_RIGHTS.has(name))
		const states = [model]
		for (const by of new Set(rest.map((told) => told.by))) {
			const deed = rest.filter((told) => told.by === by)
			for (const one of [...states]) states.push(deed.reduce(after, one))
		}
		return [...models.slice(at), ...states.slice(1)]
	})
}

/** Deeds after which others may hear and see. */
const CHANGES_RIGHTS = new Set([
	...['GUILD_ROLE_CREATE', 'GUILD_ROLE_UPDATE', 'GUILD_ROLE_DELETE'],
	...['GUILD_MEMBER_ADD', 'GUILD_MEMBER_UPDATE', 'GUILD_MEMBER_REMOVE'],
	...['CHANNEL_CREATE', 'CHANNEL_UPDATE', 'CHANNEL_DELETE'],
])

function judge({ bot, intents }: Watcher, heard: readonly News[], { news, models, standings }: Round): void {
	const isMember = (model: Model) => model.members.has(bot.id)
	const stays = models.every(isMember)
	const due: string[] = []
	const allowed: string[] = []
	for (const [at, one] of news.entries()) {
		if ((intents & intentOf(one.name)) === 0) continue
		const verdicts = standings[at]?.map((model) => mayHear(model, bot.id, one)) ?? []
		if (verdicts[0] === undefined) continue
		if (verdicts.some(Boolean)) allowed.push(keyOf(one))
		if (stays && verdicts.every(Boolean)) due.push(keyOf(one))
	}
	const heardKeys = count(heard.map(keyOf))
	for (const [key, times] of count(due)) {
		assert.ok((heardKeys.get(key) ?? 0) >= times, `${bot.application.name} missed ${key}`)
	}
	const allowedKeys = count(allowed)
	for (const one of heard) {
		const isJudged = models.some((model) => mayHear(model, bot.id, one) !== undefined)
		const isOthers = one.name === 'GUILD_MEMBER_UPDATE' && one.data.user.id !== bot.id
		if (isJudged && !isOthers && !SHOWN_LATE.includes(one.name)) {
			const key = keyOf(one)
			assert.ok((heardKeys.get(key) ?? 0) <= (allowedKeys.get(key) ?? 0), `${bot.application.name} heard ${key}`)
		}
		const channelId = SHOWN_LATE.includes(one.name)
			? one.data.id
			: one.name === 'VOICE_STATE_UPDATE' && one.data.channel_id
		if (!channelId || one.data.user_id === bot.id) continue
		const shows = standings[0]?.some((model) => sees(model, bot.id, channelId) || mayHear(model, bot.id, one) === true)
		assert.ok(shows, `${bot.application.name} was shown ${keyOf(one)}`)
	}
}

function agree({ bot, intents }: Watcher, belief: Belief, model: Model): void {
	if ((intents & INTENTS.Guilds) === 0 || !model.members.has(bot.id)) return
	for (const { id, name } of model.channels.values()) {
		if (!sees(model, bot.id, id)) continue
		assert.equal(belief.channels.get(id), name, `${bot.application.name} does not know the channel it sees`)
	}
	const inVoice = [...model.voices].filter(([userId, id]) => userId === bot.id || sees(model, bot.id, id))
	assert.deepEqual([...belief.voices].sort(), inVoice.sort(), `${bot.application.name} is wrong about voice`)
}

async function play(rounds: readonly Deed[][]): Promise<void> {
	await using server = await testServer()
	const place = await town(server)
	const said: Told[] = []
	hearWhole(server, place.guildId, said)
	let model = await modelOf(place)
	const beliefs = new Map<Watcher, Belief>()
	const read = new Map<Watcher, number>()
	for (const watcher of place.watchers) {
		await watcher.client.settled()
		const belief: Belief = { channels: new Map(), voices: new Map() }
		for (const { t, d } of watcher.client.frames) if (t) learn(belief, { name: t, data: d })
		beliefs.set(watcher, belief)
		read.set(watcher, watcher.client.frames.length)
	}
	let heardOf = said.length
	for (const deeds of rounds) {
		await Promise.all(deeds.map((deed, n) => perform(server, place, deed, n)))
		await rest(place)
		const news = said.slice(heardOf)
		heardOf = said.length
		const models = [model]
		for (const one of news) models.push(after(models.at(-1) as Model, one))
		model = models.at(-1) as Model
		const round = { news, models, standings: standingsOf(news, models) }
		for (const watcher of place.watchers) {
			const frames = watcher.client.frames.slice(read.get(watcher)).filter(({ t }) => t !== null)
			read.set(watcher, watcher.client.frames.length)
			const heard = frames.map(({ t, d }) => ({ name: t as string, data: d }))
			const belief = beliefs.get(watcher) as Belief
			for (const one of heard) learn(belief, one)
			judge(watcher, heard, round)
			agree(watcher, belief, model)
		}
	}
	for (const { client } of place.watchers) client.ws.terminate()
}

/** Keeps what is said of the guild. What one transaction says is said at once. */
function hearWhole(server: TestServer, guildId: string, said: Told[]): void {
	let by = 0
	let isSame = false
	server.bus.subscribe(`guild.${guildId}`, ({ name, data, exceptChannelId }) => {
		if (!isSame) {
			by++
			isSame = true
			queueMicrotask(() => {
				isSame = false
			})
		}
		// Who saw somebody move out of sight is told that they are gone, behind the news of where they are.
		if (exceptChannelId === undefined) said.push({ name, data, by })
	})
}

/** Nothing is on the way: twice, as what is asked over a socket is said a turn later. */
async function rest({ watchers }: Town): Promise<void> {
	for (const { client } of watchers) await client.settled()
	await (watchers[0] as Watcher).client.settled()
	for (const { client } of watchers.slice(1)) await client.settled()
}

async function modelOf({ guildId, stewards, guests }: Town): Promise<Model> {
	const [steward] = stewards
	const read = async (path: string) => (await steward?.get(`/guilds/${guildId}${path}`))?.body
	const members = new Map<string, readonly string[]>()
	const roles: { id: string; permissions: string }[] = await read('/roles')
	const channels: Model['channels'] = new Map((await read('/channels')).map((one: { id: string }) => [one.id, one]))
	for (const { id } of [...stewards, ...guests]) members.set(id, (await read(`/members/${id}`)).roles)
	return {
		guildId,
		roles: new Map(roles.map((role) => [role.id, BigInt(role.permissions)])),
		members,
		channels,
		voices: new Map(),
	}
}

test(
	'G18, G28, G32 whatever becomes of rights: nothing leaks, nothing due is missing, and what is known is true',
	LONG,
	async () => {
		const rounds = fc.array(fc.array(anyDeed, { minLength: 1, maxLength: 5 }), { minLength: 5, maxLength: 20 })
		await fc.assert(fc.asyncProperty(rounds, play), {
			numRuns: TOWNS,
			endOnFailure: !process.env.TOWNS_SHRINK,
			...SEED,
		})
	},
)
