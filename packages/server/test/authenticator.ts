/** An authenticator in software: it makes passkeys and answers challenges, as a device with a finger on it would. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

/** Flags of authenticator data (WebAuthn §6.1). */
const PRESENT = 0x01
const VERIFIED = 0x04
const CREDENTIAL_INCLUDED = 0x40

/** What a browser hands to an authenticator, as far as it matters. */
export interface Options {
	challenge: string
	rp?: { id: string }
	rpId?: string
	user?: { id: string }
	allowCredentials?: { id: string }[]
}

/** What may be otherwise than it should. */
export interface Otherwise {
	/** Of the page that asks. */
	origin?: string
	rpId?: string
	isVerified?: boolean
	counter?: number
	key?: KeyObject
	userHandle?: string
}

export interface Passkey {
	id: string
	/** The browser's answer to a creation. */
	created: object
	/** Answers a challenge. */
	answer(options: Options, otherwise?: Otherwise): object
}

/** Makes a passkey for what a page asked, at its origin. */
export function makePasskey(options: Options, origin: string, otherwise: Otherwise = {}): Passkey {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const id = randomBytes(16)
	let counter = 0
	const rpId = otherwise.rpId ?? options.rp?.id ?? ''
	const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
	const data = authenticatorData({ rpId, counter, ...otherwise }, attested)
	const attestation = cbor({ fmt: 'none', attStmt: {}, authData: data })
	return {
		id: base64url(id),
		created: {
			id: base64url(id),
			rawId: base64url(id),
			type: 'public-key',
			clientExtensionResults: {},
			response: {
				clientDataJSON: clientData('webauthn.create', options, otherwise.origin ?? origin),
				attestationObject: base64url(attestation),
				transports: ['internal'],
			},
		},
		answer(asked, given = {}) {
			counter++
			const clientDataJSON = clientData('webauthn.get', asked, given.origin ?? origin)
			const signed = authenticatorData({ rpId: asked.rpId ?? '', counter, ...given })
			const signature = createSign('sha256')
				.update(signed)
				.update(sha256(Buffer.from(clientDataJSON, 'base64url')))
				.sign(given.key ?? privateKey)
			return {
				id: base64url(id),
				rawId: base64url(id),
				type: 'public-key',
				clientExtensionResults: {},
				response: {
					clientDataJSON,
					authenticatorData: base64url(signed),
					signature: base64url(signature),
					userHandle: given.userHandle ?? options.user?.id,
				},
			}
		},
	}
}

function clientData(type: string, { challenge }: Options, origin: string): string {
	return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(
	{ rpId, counter, isVerified = true }: { rpId: string; counter: number; isVerified?: boolean },
	credential?: Buffer,
): Buffer {
	const count = Buffer.alloc(4)
	count.writeUInt32BE(counter)
	const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential ? CREDENTIAL_INCLUDED : 0)
	return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)])
}

/** A public key of P-256 as COSE has it: type 2, algorithm −7, curve 1, x, y. */
function coseKey(key: KeyObject): Buffer {
	const { x = '', y = '' } = key.export({ format: 'jwk' })
	const [bytesOfX, bytesOfY] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
	const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
	return Buffer.concat([head, cbor(bytesOfX), Buffer.from([0x22]), cbor(bytesOfY)])
}

/** As much of CBOR (RFC 8949) as an attestation needs: texts, bytes, and maps of these. */
function cbor(value: string | Uint8Array | object): Buffer {
	if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
	if (value instanceof Uint8Array) return Buffer.concat([cborHead(2, value.length), value])
	const entries = Object.entries(value)
	return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, part]) => [cbor(key), cbor(part)])])
}

function cborHead(major: number, length: number): Buffer {
	if (length < 24) return Buffer.from([(major << 5) | length])
	return length < 256
		? Buffer.from([(major << 5) | 24, length])
		: Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
