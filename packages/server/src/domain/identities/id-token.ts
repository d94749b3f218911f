import { ApiError } from '@guildhall/protocol'
import { compactVerify, decodeProtectedHeader, errors, type ProtectedHeaderParameters } from 'jose'
import type { Keys } from './documents.ts'
import { isObject } from './look.ts'

const SECOND_MS = 1000
/** Clocks of providers may be ahead by so much. */
const SKEW_MS = 60 * SECOND_MS
const MOST_AGE_MS = 7 * 86_400 * SECOND_MS
const MOST_SUBJECT = 1024

export type Claims = Readonly<Record<string, unknown>>

/** The header of a token that could be verified at all. @throws InvalidIdToken, KidMissing */
export function readHeader(token: string, algorithms: readonly string[]): { kid: string } {
	const { alg, kid, crit } = decoded(token)
	if (alg === undefined || !algorithms.includes(alg) || crit !== undefined) throw new ApiError('InvalidIdToken')
	if (typeof kid !== 'string' || kid === '') throw new ApiError('KidMissing')
	return { kid }
}

function decoded(token: string): ProtectedHeaderParameters {
	try {
		return decodeProtectedHeader(token)
	} catch {
		// It is no JWT; why does not matter to whoever made it up.
		throw new ApiError('InvalidIdToken')
	}
}

/** The `iss` that a token claims, before anything of it is believed. @throws InvalidIdToken */
export function claimedIssuer(token: string): unknown {
	const [, payload = ''] = token.split('.')
	return claimsIn(Buffer.from(payload, 'base64url')).iss
}

/** The claims of a token that one of these keys has signed; undefined where none has. @throws InvalidIdToken */
export async function verified(token: string, keys: Keys, algorithms: readonly string[]): Promise<Claims | undefined> {
	try {
		const { payload } = await compactVerify(token, keys, { algorithms: [...algorithms] })
		return claimsIn(payload)
	} catch (error) {
		if (error instanceof errors.JWKSMultipleMatchingKeys) return verifiedByOneOf(token, error, algorithms)
		if (isForgery(error)) return undefined
		throw error
	}
}

/** Some providers use one `kid` for several keys. */
async function verifiedByOneOf(
	token: string,
	keys: errors.JWKSMultipleMatchingKeys,
	algorithms: readonly string[],
): Promise<Claims | undefined> {
	for await (const key of keys) {
		try {
			const { payload } = await compactVerify(token, key, { algorithms: [...algorithms] })
			return claimsIn(payload)
		} catch (error) {
			if (!isForgery(error)) throw error
		}
	}
	return undefined
}

/** What jose says of tokens and keys that do not fit each other, or anything. A key that is too short is a TypeError. */
const isForgery = (error: unknown): boolean => error instanceof errors.JOSEError || error instanceof TypeError

function claimsIn(payload: Uint8Array): Claims {
	let claims: unknown
	try {
		claims = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
	} catch {
		// No JSON: not a JWT.
	}
	if (!isObject(claims)) throw new ApiError('InvalidIdToken')
	return claims
}

export interface ClaimRules {
	issuers: readonly string[]
	audiences: readonly string[]
	requires?: Readonly<Record<string, string | number>>
	/** Milliseconds. */
	now: number
}

/**
 * Checks what a verified token says (X4) and answers whom it is about.
 * @throws IssuerMismatch, AudienceMismatch, IdTokenExpired, IdTokenTooOld, InvalidIdToken
 */
export function checkClaims(claims: Claims, { issuers, audiences, requires = {}, now }: ClaimRules): string {
	const { iss, aud, exp, iat, nbf, sub } = claims
	if (typeof iss !== 'string' || !issuers.includes(iss)) throw new ApiError('IssuerMismatch')
	const meant = Array.isArray(aud) ? aud : [aud]
	if (!audiences.some((audience) => meant.includes(audience))) throw new ApiError('AudienceMismatch')
	if (!isTime(exp) || !isTime(iat)) throw new ApiError('InvalidIdToken')
	if (exp * SECOND_MS <= now) throw new ApiError('IdTokenExpired')
	if (iat * SECOND_MS > now + SKEW_MS) throw new ApiError('InvalidIdToken')
	if (iat * SECOND_MS < now - MOST_AGE_MS) throw new ApiError('IdTokenTooOld')
	if (nbf !== undefined && !(isTime(nbf) && nbf * SECOND_MS <= now + SKEW_MS)) throw new ApiError('InvalidIdToken')
	const isOther = Object.entries(requires).some(([claim, value]) => String(claims[claim]) !== String(value))
	if (isOther) throw new ApiError('InvalidIdToken')
	if (typeof sub !== 'string' || sub === '' || sub.length > MOST_SUBJECT) throw new ApiError('InvalidIdToken')
	return sub
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
