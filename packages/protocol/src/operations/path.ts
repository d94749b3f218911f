import type { TObject, TString } from 'typebox'
import { object, snowflake } from '../schema.ts'

/** Parameters of a path that are all ids. */
export function ids<const N extends string>(...names: N[]): TObject<{ [K in N]: TString }> {
	return object(Object.fromEntries(names.map((name) => [name, snowflake])) as { [K in N]: TString })
}
