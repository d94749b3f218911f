import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Links } from '../../ports/links.ts'

/** How long a signed address is good for: a day, as on the public platform. */
const GOOD_FOR_SECONDS = 24 * 60 * 60

export interface LinkOptions {
	origin: string
	gatewayUrl: string
	cdnUrl: string
	/** Key of the signatures. */
	secret: string
}

/** Addresses that answers carry, attachments signed (HC §9). */
export function createLinks({ origin, gatewayUrl, cdnUrl, secret }: LinkOptions): Links {
	return {
		origin,
		gateway: gatewayUrl,
		cdn: cdnUrl,
		attachment({ channelId, id, filename }, now) {
			const path = `/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`
			// Issue times are rounded to the hour, so that the same attachment keeps its address for a while.
			const issued = Math.floor(now / 3_600_000) * 3600
			const expires = issued + GOOD_FOR_SECONDS + 3600
			const ex = expires.toString(16)
			const is = issued.toString(16)
			return `${cdnUrl}${path}?ex=${ex}&is=${is}&hm=${signature(secret, path, ex, is)}`
		},
		webhook({ id, seed }) {
			const digest = createHmac('sha512', secret).update(`webhook\n${id}\n${seed}`).digest()
			// 51 bytes are 68 characters: clients take neither more nor fewer from an address.
			const token = digest.subarray(0, 51).toString('base64url')
			return { token, url: `${origin}/api/webhooks/${id}/${token}` }
		},
		external: (url) => `external/${externalSignature(secret, url)}/${encodeURIComponent(url)}`,
		externalUrl: (path) => readExternal(secret, path),
		opens: (path, query, now) => isGood(secret, path, query, now),
	}
}

function isGood(secret: string, path: string, query: { ex?: string; is?: string; hm?: string }, now: number): boolean {
	const { ex = '', is = '', hm = '' } = query
	if (!/^[0-9a-f]{1,12}$/.test(ex) || !/^[0-9a-f]{1,12}$/.test(is) || !/^[0-9a-f]{64}$/.test(hm)) return false
	if (Number.parseInt(ex, 16) * 1000 <= now) return false
	return timingSafeEqual(Buffer.from(hm, 'hex'), Buffer.from(signature(secret, path, ex, is), 'hex'))
}

function readExternal(secret: string, path: string): string | undefined {
	const [, said = '', encoded = ''] = /^external\/([0-9A-Za-z_-]{43})\/([^/?#]+)$/.exec(path) ?? []
	const url = decoded(encoded)
	if (url === undefined || said === '') return undefined
	return timingSafeEqual(Buffer.from(said), Buffer.from(externalSignature(secret, url))) ? url : undefined
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text)
	} catch {
		return undefined
	}
}

function externalSignature(secret: string, url: string): string {
	return createHmac('sha256', secret).update(`external\n${url}`).digest('base64url')
}

function signature(secret: string, path: string, ex: string, is: string): string {
	return createHmac('sha256', secret).update(`${path}\n${ex}\n${is}`).digest('hex')
}
