/**
 * `npm run kill-test [-- rounds]`: a server under load dies by SIGKILL at a moment nobody chose, again and again in one
 * data directory. What it had acknowledged must be there afterwards, whole; ids must go on ascending.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = new URL('../packages/server/src/main.ts', import.meta.url).pathname
const ROUNDS = Number(process.argv[2] ?? 100)
/** Requests under way at a time. */
const WRITERS = 8
const LONGEST_LIFE_MS = 400

interface Fixture {
	api_base: string
	bots: { token: string }[]
	guild: { text_channel_id: string }
}

interface Message {
	id: string
	content: string
	attachments: { url: string; size: number }[]
}

const folder = mkdtempSync(join(tmpdir(), 'guildhall-kill-'))
let acknowledged = 0
let missing = 0
let highest = 0n

try {
	let sent: Message[] = []
	for (let round = 0; round <= ROUNDS; round++) {
		const server = start()
		const fixture = await started(server)
		await verify(fixture, sent)
		if (round < ROUNDS) sent = await writeUntilKilled(server, fixture, round)
		server.kill('SIGKILL')
		if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
		if (round % 10 === 0) console.log(`round ${round}: ${acknowledged} acknowledged, ${missing} missing`)
	}
} finally {
	rmSync(folder, { recursive: true, force: true })
}
console.log(`${ROUNDS} kills, ${acknowledged} acknowledged messages, ${missing} missing or damaged.`)
process.exit(missing === 0 && acknowledged > 0 ? 0 : 1)

function start(): ChildProcess {
	const words = ['dev', '--port', '0', '--data-dir', folder, '--fixture-size', 'small']
	return spawn(process.execPath, ['--conditions=source', MAIN, ...words], {
		env: { ...process.env, GUILDHALL_RATE_LIMIT_FACTOR: '1000', GUILDHALL_GLOBAL_RATE_LIMIT: '100000' },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
}

/** Resolves when the server has printed its page, which it does last. */
async function started(server: ChildProcess): Promise<Fixture> {
	let printed = ''
	for await (const text of server.stdout ?? []) {
		printed += text
		if (printed.includes('Ctrl-C stops it')) return JSON.parse(readFileSync(join(folder, 'fixture.json'), 'utf8'))
	}
	throw new Error(`The server did not come up: it ended with ${server.exitCode ?? server.signalCode}.`)
}

/** Posts from several writers at once until the server dies; answers with what it acknowledged. */
async function writeUntilKilled(server: ChildProcess, fixture: Fixture, round: number): Promise<Message[]> {
	const known: Message[] = []
	const died = once(server, 'exit')
	const writer = async (number: number) => {
		for (let count = 0; server.exitCode === null && server.signalCode === null; count++) {
			// A request that was cut off is not acknowledged, whatever became of it.
			const message = await post(fixture, `${round}.${number}.${count}`, count % 5 === 4).catch(() => undefined)
			if (!message) continue
			// The clock of the round starts with the first answer, so that a slow machine is also killed at work.
			if (known.length === 0) setTimeout(() => server.kill('SIGKILL'), Math.random() * LONGEST_LIFE_MS)
			known.push(message)
		}
	}
	await Promise.all([died, ...Array.from({ length: WRITERS }, (_, number) => writer(number))])
	acknowledged += known.length
	return known
}

async function post(fixture: Fixture, content: string, hasFile: boolean): Promise<Message | undefined> {
	const url = `${fixture.api_base}/v10/channels/${fixture.guild.text_channel_id}/messages`
	const authorization = `Bot ${fixture.bots[0]?.token}`
	if (!hasFile) {
		const headers = { authorization, 'content-type': 'application/json' }
		return answered(await fetch(url, { method: 'POST', headers, body: JSON.stringify({ content }) }))
	}
	const form = new FormData()
	form.set('payload_json', JSON.stringify({ content }))
	form.set('files[0]', new Blob([content.repeat(1000)]), 'said.txt')
	return answered(await fetch(url, { method: 'POST', headers: { authorization }, body: form }))
}

async function answered(response: Response): Promise<Message | undefined> {
	const body = (await response.json()) as Message
	if (response.status === 200) return body
	if (response.status === 429) return undefined
	throw new Error(`${response.status} ${JSON.stringify(body)}`)
}

/** Counts what was acknowledged and is not there, not as it was, or has an id that does not ascend. */
async function verify(fixture: Fixture, sent: readonly Message[]): Promise<void> {
	const headers = { authorization: `Bot ${fixture.bots[0]?.token}` }
	const url = `${fixture.api_base}/v10/channels/${fixture.guild.text_channel_id}/messages`
	const before = highest
	for (const { id, content, attachments } of sent) {
		const response = await fetch(`${url}/${id}`, { headers })
		const found = (await response.json()) as Message
		const file = found.attachments?.[0]
		const isWhole = !attachments[0] || (file && (await (await fetch(file.url)).text()) === content.repeat(1000))
		if (response.status !== 200 || found.content !== content || !isWhole || BigInt(id) <= before) {
			missing++
			console.error(`message ${id} (${content}): ${response.status}`)
		}
		if (BigInt(id) > highest) highest = BigInt(id)
	}
}
