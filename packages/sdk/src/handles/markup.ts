import type { Snowflake } from '../core/snowflake.ts'

/** Text as a person reads it: mentions as names, custom emoji as `:name:`. What nobody knows stays as it is. */
export function readable(content: string, nameOf: (userId: Snowflake) => string | undefined): string {
	return content
		.replace(/<@!?(\d{1,20})>/g, (markup, id: string) => {
			const name = nameOf(BigInt(id))
			return name === undefined ? markup : `@${name}`
		})
		.replace(/<a?:(\w{2,32}):\d{1,20}>/g, ':$1:')
}
