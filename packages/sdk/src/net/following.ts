/** An end of one's own that comes with another's, for the same reason or what is made of it, until `release`. */
export function following(
	signal: AbortSignal | undefined,
	because: (reason: unknown) => unknown = (reason) => reason,
): { end: AbortController; release(): void } {
	const end = new AbortController()
	const follow = () => end.abort(because(signal?.reason))
	signal?.addEventListener('abort', follow)
	if (signal?.aborted) follow()
	return { end, release: () => signal?.removeEventListener('abort', follow) }
}
