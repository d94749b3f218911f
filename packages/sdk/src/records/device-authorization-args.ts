import { type Init, id, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'

const FIELDS = { clientId: id(), scopes: text() }

export type DeviceAuthorizationArgsInit = Init<typeof FIELDS>

/**
 * What `Client.GetTokenFromDevice` asks the user for, on consoles and televisions.
 *
 * @example new DeviceAuthorizationArgs({ scopes: Client.GetDefaultCommunicationScopes() })
 */
export class DeviceAuthorizationArgs extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'DeviceAuthorizationArgs'
	static readonly nullobj: DeviceAuthorizationArgs = invalid(DeviceAuthorizationArgs)

	constructor(init?: DeviceAuthorizationArgsInit) {
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
}
