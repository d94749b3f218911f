/** Lets the oldest go where there are more than `most`. */
export function keepYoungest<K>(
	kept: { readonly size: number; keys(): Iterable<K>; delete(key: K): boolean },
	most: number,
): void {
	for (const oldest of kept.keys()) {
		if (kept.size <= most) break
		kept.delete(oldest)
	}
}
