/** How many letters must be put in, left out or changed to make one text the other (Levenshtein). */
export function distance(a: string, b: string): number {
	let row = [...b, ''].map((_, index) => index)
	for (const [i, letter] of [...a].entries()) {
		const next = [i + 1]
		for (const [j, other] of [...b].entries()) {
			const changed = (row[j] ?? 0) + (letter === other ? 0 : 1)
			next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
		}
		row = next
	}
	return row.at(-1) ?? 0
}
