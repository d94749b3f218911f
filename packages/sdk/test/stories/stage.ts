/** Two games that reach one platform: the one in memory, or a real one. Stories are played on either. */
import { type Client, SocialSdkError } from '../../src/index.ts'

export interface Stage extends AsyncDisposable {
	alice: Client
	bob: Client
	/** Another game of the same player. */
	again(client: Client): Promise<Client>
	/** Moves the clock of the games. */
	advance(ms: number): Promise<void>
	/** Waits until it is so. */
	until(isSo: () => boolean): Promise<void>
}

export const idOf = (client: Client): bigint => client.GetCurrentUser().Id()

/** What a client tells from now on, in words. */
export function telling(client: Client, ...events: (keyof Client.Events)[]): string[] {
	const told: string[] = []
	for (const event of events) client.on(event, (...values: unknown[]) => told.push([event, ...values].join(' ')))
	return told
}

/** How an operation ended: `''`, or the type of its failure. */
export async function endOf(operation: Promise<unknown>): Promise<string> {
	return operation.then(
		() => '',
		(error: unknown) => {
			if (!(error instanceof SocialSdkError)) throw error
			return error.result.ToString().split(/[ :]/)[0] ?? ''
		},
	)
}
