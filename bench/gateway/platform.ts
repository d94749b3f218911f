/** Processes that the rows of the gateway have in common. */
import { type Child, startChild } from '../child.ts'

export interface PlatformPlan {
	bots: number
	/** Guilds of the first bot besides the one that all are in. */
	guilds?: number
	/** Members of that guild who are never there. */
	crowd?: number
}

/** What processes/platform.ts says when it is ready. */
export interface PlatformReady {
	port: number
	/** Where messages are posted to. */
	path: string
	socketUrl: string
	guildId: string
	/** Of its bots. */
	tokens: string[]
}

/** What processes/listeners.ts is told. */
export interface ListenersPlan {
	socketUrl: string
	sockets: number
	/** With tokens they are bots that identify, in turn; without, whoever is at the other end is a bare server. */
	tokens?: string[]
	guildId?: string
	/** Frames come compressed or as terms: nobody looks into them. */
	isOpaque?: boolean
	/** Opened together; the rest wait their turn. */
	atOnce?: number
}

/** Identifies that a bot has for a day are a thousand. */
const SESSIONS_OF_A_BOT = 500

/** As many bots as it takes for so many sessions. */
export const botsFor = (sessions: number): number => Math.ceil(sessions / SESSIONS_OF_A_BOT)

export async function startPlatform(plan: PlatformPlan): Promise<{ server: Child; ready: PlatformReady }> {
	const server = await start('platform.ts', plan)
	return { server, ready: server.ready as unknown as PlatformReady }
}

export const startListeners = (plan: ListenersPlan): Promise<Child> => start('listeners.ts', plan)

/** A file below processes/. */
export const start = (script: string, argument: unknown): Promise<Child> =>
	startChild(new URL(`processes/${script}`, import.meta.url), argument)

/** Microseconds of the server's CPU for a frame, from the first request until all have heard everything. */
export function hearingOf(server: Child, listeners: Child, sockets: number) {
	return async (messages: number, send: () => Promise<unknown>): Promise<number> => {
		await listeners.ask('expect', messages * sockets)
		const before = await server.cpuMicros()
		await send()
		await listeners.ask('heard')
		return ((await server.cpuMicros()) - before) / (messages * sockets)
	}
}
