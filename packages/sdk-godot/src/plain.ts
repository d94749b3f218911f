/** Values of the SDK as JSON has them, and back. */

/** How far handles within handles are followed: from a lobby by its members to their users. */
const DEEPEST = 2

/** A value with ids as text and handles as dictionaries of their getters, `display_name` for `DisplayName`. */
export function plain(value: unknown, depth = 0): unknown {
	if (typeof value === 'bigint') return value.toString()
	if (Array.isArray(value)) return value.map((element) => plain(element, depth))
	if (value === undefined || value === null || typeof value !== 'object') return value ?? null
	if (isHandle(value)) return depth > DEEPEST ? null : gettersOf(value, depth)
	const fields = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
	return Object.fromEntries(Object.entries(fields).map(([key, member]) => [snakeCase(key), plain(member, depth)]))
}

/** Handles show themselves by getters alone; records have `toJSON`. */
function isHandle(value: object): boolean {
	return 'isValid' in value && !('toJSON' in value)
}

function gettersOf(handle: object, depth: number): Record<string, unknown> {
	const { prototype } = handle.constructor
	return Object.fromEntries(
		Object.getOwnPropertyNames(prototype)
			.filter((name) => /^[A-Z]/.test(name) && prototype[name].length === 0)
			.map((name) => [snakeCase(name), plain(prototype[name].call(handle), depth + 1)]),
	)
}

/** `{"$": "Activity", …}` becomes such a record, anywhere in a value; everything else stays. */
export function revived(value: unknown, classes: object): unknown {
	if (Array.isArray(value)) return value.map((element) => revived(element, classes))
	if (value === null || typeof value !== 'object') return value
	const { $: name, ...members } = value as Record<string, unknown>
	const fields = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, revived(member, classes)]))
	if (name === undefined) return fields
	const known = (classes as Record<string, unknown>)[String(name)]
	if (typeof known !== 'function') throw new TypeError(`The SDK has no ${name}`)
	return new (known as new (init: object) => object)(fields)
}

/** `DisplayName` and `displayName` are `display_name` in GDScript. */
function snakeCase(name: string): string {
	return name.replace(/(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z])(?=[a-z])/g, '_$1$2').toLowerCase()
}
