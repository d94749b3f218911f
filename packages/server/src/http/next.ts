/** Where a form leads next. Only a path of this site: anything else would be an open redirect. */
export function nextOf(given: string | undefined, origin: string, otherwise: string): string {
	if (!given?.startsWith('/') || !/^[!-~]+$/.test(given) || given.includes('\\')) return otherwise
	if (!URL.canParse(given, origin)) return otherwise
	const url = new URL(given, origin)
	return url.origin === new URL(origin).origin ? `${url.pathname}${url.search}` : otherwise
}
