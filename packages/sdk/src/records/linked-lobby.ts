import { type Init, id } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'

const FIELDS = {
	applicationId: id(),
	lobbyId: id(),
}

export type LinkedLobbyInit = Init<typeof FIELDS>

/** The lobby that a channel of a guild is linked to. */
export class LinkedLobby extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'LinkedLobby'
	static readonly nullobj: LinkedLobby = invalid(LinkedLobby)

	constructor(init?: LinkedLobbyInit) {
		super(FIELDS, init)
	}

	/** The application whose lobby it is. */
	ApplicationId(): Snowflake {
		return read(this, 'applicationId')
	}

	SetApplicationId(value: SnowflakeLike): void {
		write(this, 'applicationId', value)
	}

	/** The id of the lobby. */
	LobbyId(): Snowflake {
		return read(this, 'lobbyId')
	}

	SetLobbyId(value: SnowflakeLike): void {
		write(this, 'lobbyId', value)
	}
}
