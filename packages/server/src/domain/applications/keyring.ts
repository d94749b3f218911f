import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import type { Store } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'

const ALGORITHM = 'RS256'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Verifiers keep what they fetched: a new key is published so long before it signs, */
const PUBLISHED_BEFORE_MS = DAY_MS
/** signs for so long, */
const SIGNS_MS = 90 * DAY_MS
/** and stays published after it signed last: as long as an id_token lives, and a day. */
const PUBLISHED_AFTER_MS = DAY_MS + HOUR_MS

/** The keys that id_tokens are signed with (docs/rules/oauth.md K). RSA, since the wire's key has `n` and `e`. */
export interface Keyring {
	/** A JWT with these claims. */
	sign(claims: JWTPayload): Promise<string>
	/** What verifiers need. */
	published(): Promise<PublicKey[]>
	/** Makes the next key in good time, and drops those that nobody needs any more. */
	rotate(): Promise<void>
}

interface PublicKey {
	kty: string
	use: string
	kid: string
	n: string
	e: string
	alg: string
}

interface Key {
	kid: string
	public_jwk: string
	private_jwk: string
	created_at: number
}

export function createKeyring(store: Store, vault: Vault): Keyring {
	const list = (): Promise<Key[]> =>
		store.db
			.selectFrom('signing_keys')
			.select(['kid', 'public_jwk', 'private_jwk', 'created_at'])
			.orderBy('created_at')
			.orderBy('kid')
			.execute()

	let making: Promise<void> | undefined

	/** The keys that can be used here; makes the first one. */
	async function keys(): Promise<Key[]> {
		const usable = (await list()).filter((key) => vault.open(key.private_jwk) !== undefined)
		if (usable.length > 0) return usable
		// Making one takes a while; whoever asks meanwhile waits for the same.
		making ??= add().finally(() => {
			making = undefined
		})
		await making
		return (await list()).filter((key) => vault.open(key.private_jwk) !== undefined)
	}

	async function add(): Promise<void> {
		const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 })
		const public_jwk = JSON.stringify(await exportJWK(publicKey))
		const private_jwk = vault.seal(JSON.stringify(await exportJWK(privateKey)))
		await store.transaction((tx) =>
			tx.db
				.insertInto('signing_keys')
				.values({ kid: tx.newId(), public_jwk, private_jwk, state: 'active', created_at: tx.now() })
				.execute(),
		)
	}

	return {
		async sign(claims) {
			const key = signingKey(await keys(), store.now())
			const jwk = JSON.parse(vault.open(key.private_jwk) as string) as JWK
			return new SignJWT(claims)
				.setProtectedHeader({ alg: ALGORITHM, kid: String(key.kid), typ: 'JWT' })
				.sign(await importJWK(jwk, ALGORITHM))
		},

		async published() {
			return (await keys()).map(({ kid, public_jwk }) => {
				const { kty = '', n = '', e = '' } = JSON.parse(public_jwk) as JWK
				return { kty, use: 'sig', kid: String(kid), n, e, alg: ALGORITHM }
			})
		},

		async rotate() {
			const all = await list()
			if (all.length === 0) return
			const now = store.now()
			const newest = all.at(-1) as Key
			if (now - newest.created_at >= SIGNS_MS) await add()
			const ended = all.filter((_key, index) => {
				const successor = all[index + 1]
				return successor !== undefined && now - successor.created_at >= PUBLISHED_BEFORE_MS + PUBLISHED_AFTER_MS
			})
			if (ended.length === 0) return
			await store.transaction(({ db }) =>
				db
					.deleteFrom('signing_keys')
					.where(
						'kid',
						'in',
						ended.map(({ kid }) => kid),
					)
					.execute(),
			)
		},
	}
}

/** The newest key that verifiers have had time to fetch; the oldest where none is old enough. */
function signingKey(keys: readonly Key[], now: number): Key {
	return keys.findLast((key) => now - key.created_at >= PUBLISHED_BEFORE_MS) ?? (keys[0] as Key)
}
