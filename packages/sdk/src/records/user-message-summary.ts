import { type Init, id } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord } from '../core/record.ts'
import type { Snowflake } from '../core/snowflake.ts'

const FIELDS = { userId: id(), lastMessageId: id() }

/** A conversation with another player, as `Client.GetUserMessageSummaries` lists it. */
export class UserMessageSummary extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'UserMessageSummary'
	static readonly nullobj: UserMessageSummary = invalid(UserMessageSummary)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** The newest message of the conversation; ids tell when: the larger, the later. 0 when none is left. */
	LastMessageId(): Snowflake {
		return read(this, 'lastMessageId')
	}

	/** The other player. */
	UserId(): Snowflake {
		return read(this, 'userId')
	}
}

export function userMessageSummary(init: Init<typeof FIELDS>): UserMessageSummary {
	return makeRecord(UserMessageSummary, FIELDS, init)
}
