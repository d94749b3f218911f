import { checkOf, formError, type Operation } from '@guildhall/protocol'
import { channelAccess, guildAccess, requirePermissions } from '../domain/access/access.ts'
import { type Caller, hasApprovedCommunication } from '../domain/access/caller.ts'
import { RateLimited } from '../http/answers.ts'
import { parseBody, parseFields, parseJson, parseText } from '../http/parse.ts'
import type { LimitState, RateLimiter } from '../http/rate-limit.ts'
import type { Logger } from '../log.ts'
import { admit } from './callers.ts'
import { Answer, type Call, type Handler, type World } from './handle.ts'
import { discardFiles, type Upload } from './uploads.ts'

/** A request for an operation, before anything of it is believed. */
export interface Request {
	params: Record<string, unknown>
	query: Record<string, unknown>
	caller: Caller
	/** Where it came from, for limits of those without a token. */
	address: string
	/** Reads the body; called only once the caller is admitted. */
	body(): Promise<RequestBody>
	reason: string | undefined
	version: number
}

export type RequestBody =
	| { kind: 'none' }
	/** Of a type that is not accepted. */
	| { kind: 'unknown' }
	| { kind: 'json'; value: unknown }
	| { kind: 'form'; value: Record<string, unknown> }
	| { kind: 'multipart'; upload: Upload }

export interface Response {
	status: number
	body: unknown
	/** Of a body that is text. */
	contentType?: string | undefined
}

/** What to do when an answer does not fit its declaration. */
export type AnswerCheck = 'off' | 'log' | 'throw'

export interface Kernel {
	/** Takes from the limits. @throws RateLimited */
	limit(operation: Operation, request: Pick<Request, 'caller' | 'address' | 'params'>): Promise<LimitState | undefined>
	/** Carries the operation out: permission → parse → run → check the answer. */
	perform(handler: Handler, request: Request): Promise<Response>
}

export interface KernelOptions {
	world: World
	limiter: RateLimiter
	log: Logger
	answerCheck: AnswerCheck
}

/** Applies what operations declare, in one fixed order: caller → scopes → limit → permission → parse → run → check. */
export function createKernel({ world, limiter, log, answerCheck }: KernelOptions): Kernel {
	async function standing(operation: Operation, caller: Caller, params: Record<string, unknown>) {
		if (!operation.permission || !('userId' in caller)) return {}
		if (typeof params.channel_id === 'string') {
			const channel = await channelAccess(world.store, caller.userId, params.channel_id)
			requirePermissions(channel, operation.permission)
			return channel.guild ? { channel, guild: channel.guild } : { channel }
		}
		const guild = await guildAccess(world.store, caller.userId, String(params.guild_id))
		requirePermissions(guild, operation.permission)
		return { guild }
	}

	function check(operation: Operation, body: unknown): void {
		if (answerCheck === 'off' || !operation.returns) return
		// What is checked is what is written: dates and absent members as JSON has them.
		const written = JSON.parse(JSON.stringify(body))
		const problems = checkOf(operation.returns).problems(written)
		if (problems.length === 0) return
		const where = problems
			.slice(0, 5)
			.map(({ path, keyword, params }) => `${path.join('.')}: ${keyword} ${JSON.stringify(params)}`)
		if (answerCheck === 'throw')
			throw new Error(`The answer of ${operation.id} is not what it declares: ${where.join('; ')}`)
		log.error({ operation: operation.id, where }, 'answer does not fit its declaration')
	}

	return {
		async limit(operation, { caller, address, params }) {
			const who = 'userId' in caller ? caller.userId : address
			const all = limiter.takeGlobal(caller.kind === 'bearer' ? `${who}@${caller.applicationId}` : who)
			if (!all.isAllowed) throw new RateLimited(all)
			const major = params.channel_id ?? params.guild_id ?? params.webhook_id ?? params.lobby_id ?? ''
			const taken = limiter.take(operation, who, String(major))
			if (!taken.isAllowed) throw new RateLimited(taken)
			if ('applicationId' in caller && limiter.isLimitedInDevelopment(operation)) {
				if (await hasApprovedCommunication(world.store, caller.applicationId)) return taken.state
				const shared = limiter.takeShared(operation, caller.applicationId)
				if (!shared.isAllowed) throw new RateLimited(shared)
			}
			return taken.state
		},

		async perform({ operation, run }, request) {
			const { caller } = request
			const params = operation.params ? parseText(operation.params, request.params) : {}
			const look = () => standing(operation, caller, params as Record<string, unknown>)
			const seen = await look()
			const query = operation.query ? parseText(operation.query, request.query) : {}
			const { body, upload } = bodyOf(operation, await request.body())
			const files = upload?.files ?? []
			try {
				const call = {
					params,
					query,
					body: body(),
					files,
					texts: upload?.texts ?? NO_TEXTS,
					caller,
					address: request.address,
					...seen,
					reason: request.reason,
					version: request.version,
				}
				const answer = await run(call as Call<Operation>, world).catch(async (error: unknown) => {
					// What the caller stood in has gone since: a second look says so in the words of the wire.
					if (!operation.permission || !world.store.isOvertaken(error)) throw error
					return run({ ...call, ...(await look()) } as Call<Operation>, world)
				})
				const { status, body: value, contentType } = answer instanceof Answer ? answer : plain(operation, answer)
				if (value !== undefined && status < 400) check(operation, value)
				return { status, body: value, contentType }
			} finally {
				// What is done is done: files that cannot be given up now are when their staging ends.
				await discardFiles(files, world.store).catch((error: unknown) =>
					log.warn({ err: error }, 'files were not given up'),
				)
			}
		},
	}
}

/** @throws what `admit` throws; kept beside the kernel so that a door may ask before it reads anything. */
export { admit }

const NO_TEXTS: ReadonlyMap<string, string> = new Map()

function plain(operation: Operation, body: unknown): Answer {
	return new Answer(operation.status ?? (operation.returns ? 200 : 204), body)
}

function bodyOf(operation: Operation, given: RequestBody): { body(): unknown; upload?: Upload } {
	const schema = operation.body
	switch (given.kind) {
		case 'none':
			return { body: () => (schema ? parseBody(schema, {}) : undefined) }
		case 'json':
			return { body: () => (schema ? parseBody(schema, given.value) : undefined) }
		case 'form':
			return { body: () => (schema ? parseText(schema, given.value) : undefined) }
		case 'multipart':
			return { upload: given.upload, body: () => (schema ? uploadBody(schema, given.upload) : undefined) }
		case 'unknown':
			if (!schema) return { body: () => undefined }
			throw formError([], 'CONTENT_TYPE_INVALID', 'Expected "Content-Type" header to be one of {\'application/json\'}.')
		default:
			return given satisfies never
	}
}

/** `payload_json` wins over single fields; a field may hold JSON itself (`embeds`, `attachments`). */
function uploadBody(schema: NonNullable<Operation['body']>, { payload, fields }: Upload): unknown {
	if (payload !== undefined) return parseBody(schema, parseJson(payload))
	return parseFields(schema, fields)
}
