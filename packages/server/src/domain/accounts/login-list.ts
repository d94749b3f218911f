import Bowser from 'bowser'
import type { Reading } from '../../ports/store.ts'

/** A browser in which somebody is signed in, as they know it again. */
export interface LoginView {
	hash: string
	/** Such as "Firefox" and "Windows"; null where it does not say. */
	browser: string | null
	system: string | null
	kind: 'desktop' | 'mobile' | 'tablet' | null
	network: string
	begunAt: number
	seenAt: number
}

/** Where a person is signed in, latest use first. */
export async function listLogins({ db, now }: Reading, userId: string): Promise<LoginView[]> {
	const rows = await db
		.selectFrom('logins')
		.selectAll()
		.where('user_id', '=', userId)
		.where('expires_at', '>', now())
		.orderBy('seen_at', 'desc')
		.execute()
	return rows.map((row) => ({
		hash: row.token_hash,
		...inWords(row.user_agent),
		network: row.network,
		begunAt: row.created_at,
		seenAt: row.seen_at,
	}))
}

/** What a browser says of itself, in words that people use. */
export function inWords(userAgent: string): Pick<LoginView, 'browser' | 'system' | 'kind'> {
	if (userAgent === '') return { browser: null, system: null, kind: null }
	const { browser, os, platform } = Bowser.parse(userAgent)
	const kind = platform.type
	return {
		browser: browser.name || null,
		system: os.name || null,
		kind: kind === 'desktop' || kind === 'mobile' || kind === 'tablet' ? kind : null,
	}
}
