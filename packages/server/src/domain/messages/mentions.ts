import { type AllowedMentions, formErrors } from '@guildhall/protocol'

/** Whom a text names, each once, in the order of their naming. */
export interface Named {
	userIds: string[]
	roleIds: string[]
	/** `@everyone` or `@here`. */
	everyone: boolean
}

const MOST_NAMED = 100
const NAMING = /<@(!|&)?(\d{1,20})>|@(?:everyone|here)/g
/** What stands in code names nobody. */
const CODE = /```[\s\S]*?```|``[^\n]*?``|`[^`\n]+`/g

/** Reads the mentions of a text (HC §10). */
export function readMentions(text: string): Named {
	if (!text.includes('@')) return { userIds: [], roleIds: [], everyone: false }
	const users = new Set<string>()
	const roles = new Set<string>()
	let everyone = false
	for (const [, kind, id] of text.replaceAll(CODE, ' ').matchAll(NAMING)) {
		if (id === undefined) everyone = true
		else if (kind === '&') roles.add(id)
		else users.add(id)
	}
	return { userIds: [...users].slice(0, MOST_NAMED), roleIds: [...roles].slice(0, MOST_NAMED), everyone }
}

/** @throws InvalidFormBody where a kind is both allowed as a whole and listed by id. */
export function checkAllowedMentions(allowed: AllowedMentions | null | undefined): void {
	const both = (['users', 'roles'] as const).filter(
		(kind) => allowed?.parse?.includes(kind) && (allowed[kind]?.length ?? 0) > 0,
	)
	if (both.length === 0) return
	throw formErrors(
		both.map((kind) => ({
			path: ['allowed_mentions'],
			code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
			message: `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
		})),
	)
}

/** Of those named, whom the sender lets be told. `repliedUserId`: the author of the message that is answered. */
export function withAllowed(
	named: Named,
	allowed: AllowedMentions | null | undefined,
	repliedUserId: string | undefined,
): Named {
	const users = allowed ? allowedIds(named.userIds, 'users', allowed) : named.userIds
	const isTold = repliedUserId !== undefined && (allowed ? allowed.replied_user === true : true)
	return {
		userIds: isTold && !users.includes(repliedUserId) ? [...users, repliedUserId] : users,
		roleIds: allowed ? allowedIds(named.roleIds, 'roles', allowed) : named.roleIds,
		everyone: named.everyone && (allowed ? allowed.parse?.includes('everyone') === true : true),
	}
}

function allowedIds(ids: string[], kind: 'users' | 'roles', allowed: AllowedMentions): string[] {
	if (allowed.parse?.includes(kind)) return ids
	const listed = allowed[kind] ?? []
	return ids.filter((id) => listed.includes(id))
}
