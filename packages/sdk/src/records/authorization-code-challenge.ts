import { type Init, member, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import { AuthenticationCodeChallengeMethod } from '../enums/authorization.ts'

const FIELDS = {
	method: member<AuthenticationCodeChallengeMethod>(AuthenticationCodeChallengeMethod.S256),
	challenge: text(),
}

export type AuthorizationCodeChallengeInit = Init<typeof FIELDS>

/** The public half of a PKCE pair (RFC 7636): goes into {@link AuthorizationArgs}. */
export class AuthorizationCodeChallenge extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'AuthorizationCodeChallenge'
	static readonly nullobj: AuthorizationCodeChallenge = invalid(AuthorizationCodeChallenge)

	constructor(init?: AuthorizationCodeChallengeInit) {
		super(FIELDS, init)
	}

	/** Always S256. */
	Method(): AuthenticationCodeChallengeMethod {
		return read(this, 'method')
	}

	SetMethod(value: AuthenticationCodeChallengeMethod): void {
		write(this, 'method', value)
	}

	/** The hash of the verifier, as it travels. */
	Challenge(): string {
		return read(this, 'challenge')
	}

	SetChallenge(value: string): void {
		write(this, 'challenge', value)
	}
}
