import { keepYoungest } from './keep-youngest.ts'

const REDACTED = '[redacted]'

/** Takes secrets out of text before anybody sees it. */
export interface Redactor {
	/** A value that must not appear from now on. */
	remember(secret: string | undefined): void
	/** Without the values that are remembered. */
	hide(text: string): string
	/** Without these, and without what stands where secrets do: for text that is read by people. */
	redact(text: string): string
}

/** Names whose value is a secret wherever it stands: in a query, a form, JSON or a header. */
const NAMES = ['\\w*token', '(?:\\w+_)?code', 'code_verifier', 'client_secret', 'secret', 'state'].join('|')

const PATTERNS: readonly [RegExp, string][] = [
	[/\b(Bearer|Basic|Bot)\s+[^\s"',;]+/gi, `$1 ${REDACTED}`],
	[new RegExp(`(["']?\\b(?:${NAMES})["']?\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${REDACTED}"`],
	[new RegExp(`([?&#\\s]|^)((?:${NAMES})=)[^&#\\s"']+`, 'gi'), `$1$2${REDACTED}`],
]

/** Text as short as this says nothing by itself, and replacing it everywhere would leave no log to read. */
const SHORTEST = 4
/** Tokens come and go; the present and the previous ones are what a late line may still hold. */
const KEPT = 64

export function redactor(): Redactor {
	const secrets = new Set<string>()

	function hide(text: string): string {
		const spellings = [...secrets].flatMap(spelled).sort((a, b) => b.length - a.length)
		return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, REDACTED), text)
	}

	return {
		remember(secret) {
			if (typeof secret !== 'string' || secret.length < SHORTEST) return
			secrets.delete(secret)
			secrets.add(secret)
			keepYoungest(secrets, KEPT)
		},

		hide,
		redact: (text) => PATTERNS.reduce((clean, [pattern, by]) => clean.replace(pattern, by), hide(text)),
	}
}

/** The ways in which a value stands in text: bare, in JSON, in a URL, in a form. */
function spelled(secret: string): string[] {
	const form = new URLSearchParams({ '': secret }).toString().slice(1)
	return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(toWellFormed(secret)), form])]
}

/** A lone surrogate cannot be percent-encoded. */
function toWellFormed(text: string): string {
	return new TextDecoder().decode(new TextEncoder().encode(text))
}
