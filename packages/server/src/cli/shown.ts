/** An answer as lines that people read: a table for a list, one line for each field of an object. */
export function shown(answer: unknown): string {
	if (Array.isArray(answer)) return answer.length === 0 ? 'There is none.' : table(answer as Row[])
	if (typeof answer !== 'object' || answer === null) return String(answer ?? 'Done.')
	const fields = Object.entries(answer)
	const width = Math.max(...fields.map(([name]) => name.length))
	return fields.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`).join('\n')
}

type Row = Record<string, unknown>

function table(rows: readonly Row[]): string {
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
	const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
	const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] as string).length)))
	return lines
		.map((line) =>
			line
				.map((text, at) => text.padEnd(widths[at] as number))
				.join('  ')
				.trimEnd(),
		)
		.join('\n')
}

/** Names and reasons are other people's words: nothing in them may move the cursor. */
function cell(value: unknown): string {
	if (value === null || value === undefined) return '-'
	if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ')
	const text =
		typeof value === 'object'
			? Object.entries(value)
					.map(([name, inner]) => `${name} ${cell(inner)}`)
					.join(', ')
			: String(value)
	return text.replaceAll(/\p{C}/gu, '\u{fffd}') || '-'
}
