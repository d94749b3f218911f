/** Compiles shapes into checks. The only file that names the schema library at run time. */
import type { TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Compile } from 'typebox/schema'
import { Settings } from 'typebox/system'
import { isSnowflake } from './snowflake.ts'
import { withoutOtherMembers } from './tagged.ts'

/** More complaints than this about one request help nobody. */
Settings.Set({ maxErrors: 100 })

Format.Set('snowflake', isSnowflake)
Format.Set('bits', (value) => /^\d{1,20}$/.test(value) && BigInt(value) < 1n << 64n)
Format.Set('image-data', (value) => /^data:image\/(jpeg|jpg|png|gif|webp|avif);base64,[A-Za-z0-9+/=\r\n]+$/.test(value))
Format.Set('uri', (value) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(value) && URL.canParse(value))

Format.Set('media-uri', (value) => /^(https?|attachment):\/\/\S+$/i.test(value) && URL.canParse(value))

/** One thing that is wrong with a value. */
export interface Problem {
	/** Keys and indices from the root. */
	path: string[]
	/** The rule of JSON Schema that it breaks. */
	keyword: string
	/** Where that rule stands in the schema, `#/properties/…`. */
	schemaPath: string
	params: Record<string, unknown>
}

export interface Check {
	accepts(value: unknown): boolean
	/** What is wrong; empty where `accepts` is true. */
	problems(value: unknown): Problem[]
}

const compiled = new WeakMap<TSchema, Check>()

/** The check of a schema, compiled at the first call. */
export function checkOf(schema: TSchema): Check {
	let check = compiled.get(schema)
	if (!check) {
		const validator = Compile(schema)
		check = {
			accepts: (value) => validator.Check(value),
			problems: (value) => {
				const problems = validator.Errors(value)[1].map((error) => ({
					path: pointer(error.instancePath),
					keyword: error.keyword,
					schemaPath: error.schemaPath,
					params: error.params as Record<string, unknown>,
				}))
				return withoutOtherMembers(schema, value, problems)
			},
		}
		compiled.set(schema, check)
	}
	return check
}

function pointer(text: string): string[] {
	return text
		.split('/')
		.slice(1)
		.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
