import { record, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord, write } from '../core/record.ts'
import { AuthorizationCodeChallenge } from './authorization-code-challenge.ts'

const FIELDS = { challenge: record(AuthorizationCodeChallenge), verifier: text() }

/** A PKCE pair (RFC 7636), made by `Client.CreateAuthorizationCodeVerifier`. Keep the verifier until `Client.GetToken`. */
export class AuthorizationCodeVerifier extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'AuthorizationCodeVerifier'
	static readonly nullobj: AuthorizationCodeVerifier = invalid(AuthorizationCodeVerifier)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** Goes into `AuthorizationArgs`. */
	Challenge(): AuthorizationCodeChallenge {
		return read(this, 'challenge')
	}

	SetChallenge(value: AuthorizationCodeChallenge): void {
		write(this, 'challenge', value)
	}

	/** Goes into `Client.GetToken`. */
	Verifier(): string {
		return read(this, 'verifier')
	}

	SetVerifier(value: string): void {
		write(this, 'verifier', value)
	}
}

export function authorizationCodeVerifier(
	verifier: string,
	challenge: AuthorizationCodeChallenge,
): AuthorizationCodeVerifier {
	return makeRecord(AuthorizationCodeVerifier, FIELDS, { verifier, challenge })
}
