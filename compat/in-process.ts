/** A game and a platform in one process: what stands between them where the platform was given no address of its own. */
import assert from 'node:assert/strict'
import type { Client, OpenUrl, WebSocketConstructor } from '@guildhall/socialsdk'
import type { TestServer } from '../packages/server/test/server.ts'

/** Where the platform calls itself by the address of its configuration, which knows no free port. */
export function socketTo({ config, origin }: TestServer): WebSocketConstructor {
	return class extends WebSocket {
		constructor(url: string) {
			super(url.replace(config.gatewayUrl, origin.replace('http', 'ws')))
		}
	}
}

/** Signs in as this person and agrees, as they would at the browser. */
export function consentOf({ app }: TestServer, userId: string): OpenUrl {
	return async (url) => {
		const sent = await app.authorize({ url, userId, decision: { isAllowed: true } })
		assert.ok('location' in sent, JSON.stringify(sent))
		assert.equal((await fetch(sent.location)).status, 200)
	}
}

type Events = Client.Events

/** Resolves with the arguments of the next event of this name that is as wanted. */
export function heard<N extends keyof Events>(
	client: Client,
	event: N,
	isWanted: (...values: Events[N]) => boolean = () => true,
): Promise<Events[N]> {
	return new Promise((resolve) => {
		const off = client.on(event, (...values) => {
			if (!isWanted(...values)) return
			off()
			resolve(values)
		})
	})
}

export const becomes = (client: Client, wanted: Client.Status) =>
	heard(client, 'statusChanged', (status) => status === wanted)
