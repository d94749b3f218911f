const BEGIN = '<!-- generated: npm run readme -w packages/sdk -->'
const END = '<!-- end -->'

/** The README with a table between its two marks. */
export function withTable(readme: string, table: string): string {
	const [before = '', rest = ''] = readme.split(BEGIN)
	const [, after = ''] = rest.split(END)
	return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`
}
