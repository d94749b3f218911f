/** What an answer to an odd request must be, whatever was asked. */
import type { TestServer } from '../server.ts'
import type { Request } from './requests.ts'

export interface Complaint {
	request: Request
	status: number
	body: string
	why: string
}

/** Sends a request; what is wrong with the answer, if anything: a failure of ours, or a refusal in no form of the wire. */
export function judge(server: TestServer): (request: Request) => Promise<{ status: number; complaint?: Complaint }> {
	const failures = failuresOf(server.app.kernel)
	return async (request) => {
		const response = await server.app.http.inject(request as never)
		const { statusCode: status, body, headers } = response
		const why = whyWrong()
		return why === undefined ? { status } : { status, complaint: complaintOf(request, status, body, why) }

		function whyWrong(): string | undefined {
			if (status >= 500) return String(failures.take())
			if (status < 400 || !request.url.startsWith('/api/v') || request.method === 'HEAD') return undefined
			if (headers['content-type'] !== 'application/json') return `content type ${headers['content-type']}`
			const error = JSON.parse(body) as Record<string, unknown>
			if (typeof error.message !== 'string' || typeof error.code !== 'number') return 'no error of the wire'
			return 'errors' in error && !isErrorTree(error.errors) ? 'errors that are no tree' : undefined
		}
	}
}

export function complaintOf(request: Request, status: number, body: string, why: string): Complaint {
	return { request: shown(request), status, body: body.slice(0, 300), why }
}

/** What the kernel threw last that no client should see. */
function failuresOf(kernel: { perform(...args: never[]): Promise<unknown> }): { take(): unknown } {
	let last: unknown
	const perform = kernel.perform
	kernel.perform = async (...args) => {
		try {
			return await perform(...args)
		} catch (error) {
			if ((error as Error).name !== 'ApiError') last = (error as Error).stack
			throw error
		}
	}
	return { take: () => last }
}

function shown(request: Request): Request {
	const headers = Object.fromEntries(
		Object.entries(request.headers).map(([name, value]) => [name, value.slice(0, 100)]),
	)
	const payload = request.payload === undefined ? {} : { payload: String(request.payload).slice(0, 600) }
	return { ...request, url: request.url.slice(0, 600), headers, ...payload }
}

function isErrorTree(tree: unknown): boolean {
	if (tree === null || typeof tree !== 'object' || Array.isArray(tree)) return false
	return Object.entries(tree).every(([key, child]) =>
		key === '_errors'
			? Array.isArray(child) &&
				child.every(({ code, message }) => typeof code === 'string' && typeof message === 'string')
			: isErrorTree(child),
	)
}
