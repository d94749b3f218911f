import { ApiError } from '@guildhall/protocol'
import { findUser } from '../domain/accounts/accounts.ts'
import { readAsked } from './asked.ts'
import { type AuthorizeWorld, consider } from './authorize.ts'
import { type Decision, decide } from './decide.ts'
import { OAuthError, type OAuthErrorName } from './errors.ts'

/** Who opens an authorization address, and what they answer. */
export interface Acting {
	url: string
	userId: string
	decision: Decision
}

/**
 * Opens an authorization address as a person who is signed in, and answers its question: where they are sent, or the
 * error they are shown where redirecting would be wrong.
 * @throws UnknownUser, VerifyAccount, and what `decide` throws
 */
export async function authorizeAs(
	world: AuthorizeWorld,
	{ url, userId, decision }: Acting,
): Promise<{ location: string } | { error: OAuthErrorName; error_description: string }> {
	const user = await findUser(world.store, userId)
	if (!user || user.deleted_at !== null || user.is_bot) throw new ApiError('UnknownUser')
	const person = { user, authTime: world.store.now() }
	try {
		const considered = await consider(world, readAsked(queryOf(url)), person)
		switch (considered.kind) {
			case 'redirect':
				return { location: considered.location }
			case 'unverified':
				throw new ApiError('VerifyAccount')
			case 'elsewhere':
				return { location: considered.url }
			case 'consent': {
				const { application, pending } = considered
				const decided = { pending, person, decision }
				return { location: await world.store.transaction((tx) => decide(tx, application, decided)) }
			}
			case 'sign-in':
				throw new Error('Somebody who is signed in was asked to sign in.')
			default:
				return considered satisfies never
		}
	} catch (error) {
		if (error instanceof OAuthError) return error.toJSON()
		throw error
	}
}

function queryOf(url: string): string {
	const [withoutFragment = ''] = url.split('#')
	const question = withoutFragment.indexOf('?')
	return question < 0 ? '' : withoutFragment.slice(question + 1)
}
