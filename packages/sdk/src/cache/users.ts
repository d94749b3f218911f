import type { Snowflake } from '../core/snowflake.ts'
import { asObject, idOf, integerOf, textOf } from './wire.ts'

export interface User {
	id: Snowflake
	username: string
	globalName: string | undefined
	avatar: string | undefined
	isProvisional: boolean
}

const PROVISIONAL_ACCOUNT = 1 << 23

export function readUser(value: unknown): User | undefined {
	const wire = asObject(value)
	const id = idOf(wire.id)
	if (id === 0n) return undefined
	return {
		id,
		username: textOf(wire.username) ?? '',
		globalName: textOf(wire.global_name),
		avatar: textOf(wire.avatar),
		isProvisional: ((integerOf(wire.public_flags) | integerOf(wire.flags)) & PROVISIONAL_ACCOUNT) !== 0,
	}
}

export function isSameUser(a: User, b: User): boolean {
	const keys: (keyof User)[] = ['username', 'globalName', 'avatar', 'isProvisional']
	return keys.every((key) => a[key] === b[key])
}
