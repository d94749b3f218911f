import { type Init, id, member, optional, record, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import { IntegrationType } from '../enums/authorization.ts'
import { AuthorizationCodeChallenge } from './authorization-code-challenge.ts'

const FIELDS = {
	clientId: id(),
	scopes: text(),
	state: optional(text()),
	nonce: optional(text()),
	codeChallenge: optional(record(AuthorizationCodeChallenge)),
	integrationType: optional(member<IntegrationType>(IntegrationType.GuildInstall)),
	customSchemeParam: optional(text()),
}

export type AuthorizationArgsInit = Init<typeof FIELDS>

/**
 * What `Client.Authorize` asks the user for.
 *
 * @example new AuthorizationArgs({ scopes: Client.GetDefaultCommunicationScopes(), codeChallenge: verifier.Challenge() })
 */
export class AuthorizationArgs extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'AuthorizationArgs'
	static readonly nullobj: AuthorizationArgs = invalid(AuthorizationArgs)

	constructor(init?: AuthorizationArgsInit) {
		super(FIELDS, init)
	}

	/** The application id of the game; 0 stands for the one of `Client.SetApplicationId`. */
	ClientId(): Snowflake {
		return read(this, 'clientId')
	}

	SetClientId(value: SnowflakeLike): void {
		write(this, 'clientId', value)
	}

	/** The OAuth2 scopes asked for, separated by blanks. Required. */
	Scopes(): string {
		return read(this, 'scopes')
	}

	SetScopes(value: string): void {
		write(this, 'scopes', value)
	}

	/** The OAuth2 state. Best left unset: the SDK then makes a random one. Either is checked on return. */
	State(): string | undefined {
		return read(this, 'state')
	}

	SetState(value: string | null | undefined): void {
		write(this, 'state', value)
	}

	/** The OpenID Connect nonce, for back ends that use ID tokens. */
	Nonce(): string | undefined {
		return read(this, 'nonce')
	}

	SetNonce(value: string | null | undefined): void {
		write(this, 'nonce', value)
	}

	/** The PKCE challenge; required when `Client.GetToken` follows. */
	CodeChallenge(): AuthorizationCodeChallenge | undefined {
		return read(this, 'codeChallenge')
	}

	SetCodeChallenge(value: AuthorizationCodeChallenge | null | undefined): void {
		write(this, 'codeChallenge', value)
	}

	/** The installation context; unset in most games. */
	IntegrationType(): IntegrationType | undefined {
		return read(this, 'integrationType')
	}

	SetIntegrationType(value: IntegrationType | null | undefined): void {
		write(this, 'integrationType', value)
	}

	/** The URI scheme of mobile redirects: `<scheme>:/authorize/callback`. */
	CustomSchemeParam(): string | undefined {
		return read(this, 'customSchemeParam')
	}

	SetCustomSchemeParam(value: string | null | undefined): void {
		write(this, 'customSchemeParam', value)
	}
}
