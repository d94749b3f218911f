import { type Client, EnumToString, ErrorType, SocialSdkError } from '../src/index.ts'

/** What a client tells from now on, a line each. */
export function told(client: Client, ...events: (keyof Client.Events)[]): string[] {
	const lines: string[] = []
	for (const event of events) client.on(event, (...values: unknown[]) => lines.push([event, ...values].join(' ')))
	return lines
}

/** How an operation failed: the type, and the code or the words; `done` if it did not. */
export async function failed(operation: Promise<unknown>): Promise<string> {
	try {
		await operation
		return 'done'
	} catch (error) {
		if (!(error instanceof SocialSdkError)) throw error
		return `${EnumToString(ErrorType, error.type)} ${error.code || error.result.Error()}`
	}
}
