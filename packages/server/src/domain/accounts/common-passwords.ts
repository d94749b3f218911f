/**
 * Passwords of at least ten characters that are tried first, everywhere. Short ones never get this far, and what merely
 * repeats or counts is caught by rule.
 */
const COMMON = new Set([
	...['password12', 'password123', 'password1234', 'password12345', 'passwordpassword', 'mypassword', 'mypassword1'],
	...['qwertyuiop', 'qwertyuiop1', 'qwertyuiop123', 'qwerty12345', 'qwerty123456', '1q2w3e4r5t', '1q2w3e4r5t6y'],
	...['1qaz2wsx3edc', 'qazwsxedcrfv', 'zaq12wsxcde3', 'asdfghjkl1', 'asdfghjkl123', 'zxcvbnm123', 'q1w2e3r4t5'],
	...['iloveyou12', 'iloveyou123', 'iloveyou1234', 'letmein123', 'letmein1234', 'welcome123', 'welcome1234'],
	...['admin12345', 'administrator', 'administrator1', 'changeme123', 'changeme1234', 'trustno1trustno1'],
	...['football123', 'baseball123', 'superman123', 'pokemon123', 'minecraft1', 'minecraft123', 'dragonball'],
	...['dragon1234', 'princess123', 'sunshine123', 'monkey12345', 'michael123', 'charlie123', 'jordan2323'],
	...['abcdefghij', 'abcdefghijk', 'abcd123456', 'abc1234567', 'abc123456789', 'a123456789', 'a1234567890'],
	...['1234567890a', '123456789a', '123456789abc', '1234567890q', '123123123a', 'secret1234', 'secret12345'],
	...['starwars123', 'computer123', 'internet123', 'whatever123', 'p@ssw0rd123', 'passw0rd123', 'p@ssword123'],
	...['correcthorsebatterystaple', 'thisisapassword', 'nopassword', 'yourpassword', 'defaultpassword'],
])

/** Words that people put digits and signs around until a password is long enough; guessers do the same. */
const STEMS = new Set([
	...[
		'password',
		'passw0rd',
		'p@ssword',
		'p@ssw0rd',
		'passwort',
		'qwerty',
		'qwertz',
		'asdf',
		'asdfgh',
		'zxcvbn',
		'abc',
		'abcd',
	],
	...[
		'iloveyou',
		'letmein',
		'welcome',
		'admin',
		'administrator',
		'changeme',
		'login',
		'secret',
		'test',
		'user',
		'guest',
	],
	...['dragon', 'monkey', 'football', 'baseball', 'superman', 'batman', 'pokemon', 'minecraft', 'starwars', 'sunshine'],
	...['princess', 'master', 'shadow', 'hello', 'summer', 'winter', 'spring', 'autumn', 'michael', 'charlie', 'gamer'],
])

/**
 * Whether a password, in lower case, is one of those, one of `names` or such a word with digits and signs around it,
 * one character again and again, or a plain count.
 */
export function isCommonPassword(lower: string, names: readonly string[] = []): boolean {
	const stem = withoutTrimmings(lower)
	const isName = names.some((name) => name.length > 2 && [lower, stem].includes(name.toLowerCase()))
	return isName || COMMON.has(lower) || STEMS.has(stem) || /^(.{1,3})\1+$/s.test(lower) || isCount(lower)
}

/** What is left without the digits, blanks and signs at both ends. */
function withoutTrimmings(text: string): string {
	const letters = [...text.matchAll(/\p{L}/gu)]
	const last = letters.at(-1)
	return last ? text.slice(letters[0]?.index, last.index + last[0].length) : ''
}

/** `1234567890`, `9876543210`, `0123456789012`: digits that go up or down by one. */
function isCount(text: string): boolean {
	if (!/^\d+$/.test(text)) return false
	const steps = new Set([...text].slice(1).map((digit, index) => (Number(digit) - Number(text[index]) + 10) % 10))
	return steps.size === 1
}
