/** `bytes` of cryptographic randomness, base64url without padding. */
export function randomText(bytes: number): string {
	return base64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

export function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')
}

/** Compares without telling by its duration where the difference is. */
export function sameText(a: string, b: string): boolean {
	let difference = a.length ^ b.length
	for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
	return difference === 0
}
