/** The first version that writes permission bits as text alone (HC-60). */
export const BITS_ARE_TEXT_SINCE = 8

const FIELDS = ['permissions', 'allow', 'deny'] as const
/** What was enough for a number once. */
const OLD_BITS = 0x7fff_ffffn

/**
 * An answer as versions before 8 write it, which a path without a version means: permission bits are a number, as far as
 * 31 of them reach, and `permissions_new`, `allow_new` and `deny_new` hold all of them as text.
 */
export function withOldPermissions(body: unknown): unknown {
	return JSON.parse(JSON.stringify(body, (key, value) => (key === 'metadata' ? value : withNumbers(value))))
}

function withNumbers(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
	const given = value as Record<string, unknown>
	const bits = FIELDS.filter((field) => typeof given[field] === 'string' && /^\d+$/.test(given[field]))
	if (bits.length === 0) return given
	const old = bits.map((field) => [field, Number(BigInt(given[field] as string) & OLD_BITS)])
	const whole = bits.map((field) => [`${field}_new`, given[field]])
	return { ...given, ...Object.fromEntries([...old, ...whole]) }
}
