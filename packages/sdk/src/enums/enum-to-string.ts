/**
 * The name of a value of one of the enums of this module, `'unknown'` for a value it does not have.
 *
 * @example EnumToString(ErrorType, result.Type()) // 'HTTPError'
 */
export function EnumToString(enumeration: Readonly<Record<string, number>>, value: number): string {
	return Object.keys(enumeration).find((name) => enumeration[name] === value) ?? 'unknown'
}
