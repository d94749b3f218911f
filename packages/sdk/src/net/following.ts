/** An end of one's own that comes with another's, for the same reason, until `release`. */
export function following(signal: AbortSignal | undefined): { end: AbortController; release(): void } {
	const end = new AbortController()
	const follow = () => end.abort(signal?.reason)
	signal?.addEventListener('abort', follow)
	if (signal?.aborted) follow()
	return { end, release: () => signal?.removeEventListener('abort', follow) }
}
