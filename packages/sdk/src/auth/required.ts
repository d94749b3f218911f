import { failure } from '../core/failure.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'

/** Some text, for which there is no default. */
export function required(name: string, value: string): string {
	if (typeof value === 'string' && value !== '') return value
	throw failure('ValidationError', `${name} is needed`)
}

/** The id of an application, as the wire has it. */
export function clientIdOf(applicationId: SnowflakeLike): string {
	const id = toSnowflake(applicationId, 'applicationId')
	if (id === 0n) throw failure('ValidationError', 'An application id is needed: as an argument or by SetApplicationId')
	return String(id)
}
