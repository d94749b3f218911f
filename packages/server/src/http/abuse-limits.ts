/** How often something may happen. */
export interface Rate {
	count: number
	seconds: number
}

export interface LimitDeclaration extends Rate {
	/** What is counted, by whom; stands on the page of settings. */
	says: string
	/** Where it is counted: in the store what a restart must not forgive, else in memory. */
	in: 'store' | 'memory'
	/** Whether the server's factor multiplies it; not where it guards one secret, however many ask. */
	isFixed?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Limits against abuse that no operation declares (oauth.md §1.14). */
export const LIMITS = {
	token: { count: 30, seconds: 1, in: 'memory', says: 'Requests for tokens, by application.' },
	wrongClient: {
		...{ count: 10, seconds: MINUTE, in: 'store' },
		says: 'Wrong secrets of an application, by application and address.',
	},
	revoke: { count: 10, seconds: 1, in: 'memory', says: 'Revocations of tokens, by application.' },
	device: { count: 5, seconds: MINUTE, in: 'memory', says: 'Devices that ask for a code, by address.' },
	deviceApplication: {
		...{ count: 60, seconds: MINUTE, in: 'memory' },
		says: 'Devices that ask for a code, by application.',
	},
	userCode: { count: 5, seconds: 5 * MINUTE, in: 'store', says: 'Wrong codes of devices, by who types them.' },
	userCodeAddress: { count: 30, seconds: HOUR, in: 'store', says: 'Wrong codes of devices, by address.' },
	authorize: { count: 30, seconds: MINUTE, in: 'memory', says: 'Looks at the pages of consent, by login.' },
	partnerToken: {
		...{ count: 20, seconds: 1, in: 'memory' },
		says: 'Requests for tokens of provisional accounts, by application.',
	},
	externalIdentity: {
		...{ count: 5, seconds: MINUTE, in: 'memory' },
		says: 'Requests for tokens of one provisional account.',
	},
	merge: { count: 3, seconds: DAY, in: 'store', says: 'Merges of provisional accounts, by person.' },
	login: {
		...{ count: 5, seconds: 15 * MINUTE, in: 'store', isFixed: true },
		says: 'Wrong passwords and codes of one account, whoever tries.',
	},
	loginAddress: { count: 30, seconds: HOUR, in: 'store', says: 'Wrong passwords and codes, by address.' },
	reset: { count: 10, seconds: HOUR, in: 'store', says: 'Links to a new password that are asked for, by address.' },
	registration: { count: 5, seconds: HOUR, in: 'store', says: 'Accounts that are made, by address.' },
} as const satisfies Record<string, LimitDeclaration>

export type LimitName = keyof typeof LIMITS
/** The names of those that are counted there. */
export type NameIn<P> = { [K in LimitName]: (typeof LIMITS)[K]['in'] extends P ? K : never }[LimitName]

/** What this server allows, by the names of `LIMITS`. */
export type Rates = Readonly<Record<LimitName, Rate>>
