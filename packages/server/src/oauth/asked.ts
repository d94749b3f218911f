/** A query of the authorization endpoint, read without believing any of it. */
export interface Asked {
	/** Parameters that came once, with a value; without one they count as left out (RFC 6749 §3.1). */
	values: ReadonlyMap<string, string>
	repeated: ReadonlySet<string>
	/** `state` as it stands in the query, still encoded: it goes back byte for byte. */
	rawState: string | undefined
}

/** What can stand in a header and in a query as it is. */
const SAFE_RAW = /^[!-"$-%'-~]*$/

export function readAsked(query: string): Asked {
	const values = new Map<string, string>()
	const seen = new Set<string>()
	const repeated = new Set<string>()
	let rawState: string | undefined
	for (const pair of query.split('&')) {
		const [entry] = new URLSearchParams(pair)
		if (!entry) continue
		const [name, value] = entry
		if (seen.has(name)) repeated.add(name)
		seen.add(name)
		if (value === '') continue
		values.set(name, value)
		if (name === 'state') {
			const raw = pair.slice(pair.indexOf('=') + 1)
			rawState = SAFE_RAW.test(raw) ? raw : encodeURIComponent(value)
		}
	}
	for (const name of repeated) values.delete(name)
	return { values, repeated, rawState: repeated.has('state') ? undefined : rawState }
}
