import { type Init, id, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'

const FIELDS = {
	id: id(),
	name: text(),
}

/** A guild that the player is in, as `Client.GetUserGuilds` lists it. */
export class GuildMinimal extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'GuildMinimal'
	static readonly nullobj: GuildMinimal = invalid(GuildMinimal)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** The id of the guild. */
	Id(): Snowflake {
		return read(this, 'id')
	}

	SetId(value: SnowflakeLike): void {
		write(this, 'id', value)
	}

	/** The name of the guild. */
	Name(): string {
		return read(this, 'name')
	}

	SetName(value: string): void {
		write(this, 'name', value)
	}
}

export function guildMinimal(init: Init<typeof FIELDS>): GuildMinimal {
	return makeRecord(GuildMinimal, FIELDS, init)
}
