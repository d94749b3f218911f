import { type AnyOperation, operation } from '../operation.ts'
import { ExternalCredential, ProvisionalToken, VouchedName, VouchedPlayer } from '../resources/partner-sdk.ts'

/** The game says who it is in the body; its bot token does as well. Counted once it is known who it is (R9). */
const game = { callers: ['anyone', 'bot'], limit: 'unlimited' } as const
const bot = { callers: ['bot'], limit: 'unlimited' } as const

export const createProvisionalToken = operation({
	id: 'partner_sdk_token',
	method: 'POST',
	path: '/partner-sdk/token',
	summary: 'A token for a player whom a provider knows; the first one makes a provisional account.',
	...game,
	body: ExternalCredential,
	returns: ProvisionalToken,
	errors: [
		'UnknownApplication',
		'InvalidClientSecret',
		'ProvisionalNotPermitted',
		'AccountNotProvisional',
		'UsernameGeneration',
	],
})

export const createProvisionalTokenAsBot = operation({
	id: 'bot_partner_sdk_token',
	method: 'POST',
	path: '/partner-sdk/token/bot',
	summary: "A token for a player whom the game's server knows; the first one makes a provisional account.",
	...bot,
	body: VouchedPlayer,
	returns: ProvisionalToken,
	errors: ['ProvisionalNotPermitted', 'AccountNotProvisional', 'UsernameGeneration'],
})

export const unmergeProvisionalAccount = operation({
	id: 'partner_sdk_unmerge_provisional_account',
	method: 'POST',
	path: '/partner-sdk/provisional-accounts/unmerge',
	summary: 'Cuts the link between a player whom a provider knows and their platform account.',
	...game,
	body: ExternalCredential,
	errors: ['UnknownApplication', 'InvalidClientSecret', 'UnknownUser', 'InvalidUserType', 'ResourceLocked'],
})

export const unmergeProvisionalAccountAsBot = operation({
	id: 'bot_partner_sdk_unmerge_provisional_account',
	method: 'POST',
	path: '/partner-sdk/provisional-accounts/unmerge/bot',
	summary: "Cuts the link between a player whom the game's server knows and their platform account.",
	...bot,
	body: VouchedName,
	errors: ['UnknownUser', 'InvalidUserType', 'ResourceLocked'],
})

export const PARTNER_SDK_OPERATIONS: readonly AnyOperation[] = [
	createProvisionalToken,
	createProvisionalTokenAsBot,
	unmergeProvisionalAccount,
	unmergeProvisionalAccountAsBot,
]
