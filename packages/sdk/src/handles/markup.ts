import type { Snowflake } from '../core/snowflake.ts'

/** What is known of those that a text names. */
interface Names {
	user(id: Snowflake): string | undefined
	channel(id: Snowflake): string | undefined
}

/** Text as a person reads it: mentions as names, custom emoji as `:name:`. What nobody knows stays as it is. */
export function readable(content: string, names: Names): string {
	return content
		.replace(/<(@!?|#)(\d{1,20})>/g, (markup, sign: string, id: string) => {
			const name = sign === '#' ? names.channel(BigInt(id)) : names.user(BigInt(id))
			return name === undefined ? markup : `${sign[0]}${name}`
		})
		.replace(/<a?:(\w{2,32}):\d{1,20}>/g, ':$1:')
}
