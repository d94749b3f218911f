import { type Init, id, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'

const FIELDS = {
	id: id(),
	name: text(),
	guildId: id(),
}

/** The channel of a guild that a lobby is linked to. */
export class LinkedChannel extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'LinkedChannel'
	static readonly nullobj: LinkedChannel = invalid(LinkedChannel)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** The id of the channel. */
	Id(): Snowflake {
		return read(this, 'id')
	}

	SetId(value: SnowflakeLike): void {
		write(this, 'id', value)
	}

	/** The name of the channel. */
	Name(): string {
		return read(this, 'name')
	}

	SetName(value: string): void {
		write(this, 'name', value)
	}

	/** The guild whose channel it is. */
	GuildId(): Snowflake {
		return read(this, 'guildId')
	}

	SetGuildId(value: SnowflakeLike): void {
		write(this, 'guildId', value)
	}
}

export function linkedChannel(init: Init<typeof FIELDS>): LinkedChannel {
	return makeRecord(LinkedChannel, FIELDS, init)
}
