import { flag, type Init, id, member, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import { ActivityActionTypes } from '../enums/activities.ts'

const FIELDS = {
	senderId: id(),
	channelId: id(),
	messageId: id(),
	type: member<ActivityActionTypes>(ActivityActionTypes.Invalid),
	applicationId: id(),
	parentApplicationId: id(),
	partyId: text(),
	sessionId: text(),
	isValid: flag(),
}

export type ActivityInviteInit = Init<typeof FIELDS>

/** An invite into a party, or the wish to be let into one. */
export class ActivityInvite extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ActivityInvite'
	static readonly nullobj: ActivityInvite = invalid(ActivityInvite)

	constructor(init?: ActivityInviteInit) {
		super(FIELDS, init)
	}

	/** The user who sent it. */
	SenderId(): Snowflake {
		return read(this, 'senderId')
	}

	SetSenderId(value: SnowflakeLike): void {
		write(this, 'senderId', value)
	}

	/** Where the message is that it came with. */
	ChannelId(): Snowflake {
		return read(this, 'channelId')
	}

	SetChannelId(value: SnowflakeLike): void {
		write(this, 'channelId', value)
	}

	/** The message that it came with. */
	MessageId(): Snowflake {
		return read(this, 'messageId')
	}

	SetMessageId(value: SnowflakeLike): void {
		write(this, 'messageId', value)
	}

	/** An invite, or a request to be invited. */
	Type(): ActivityActionTypes {
		return read(this, 'type')
	}

	SetType(value: ActivityActionTypes): void {
		write(this, 'type', value)
	}

	/** The game it is for: this one, or another of the publisher. */
	ApplicationId(): Snowflake {
		return read(this, 'applicationId')
	}

	SetApplicationId(value: SnowflakeLike): void {
		write(this, 'applicationId', value)
	}

	/** The publisher, 0 where there is none. */
	ParentApplicationId(): Snowflake {
		return read(this, 'parentApplicationId')
	}

	SetParentApplicationId(value: SnowflakeLike): void {
		write(this, 'parentApplicationId', value)
	}

	/** The party that it leads to. */
	PartyId(): string {
		return read(this, 'partyId')
	}

	SetPartyId(value: string): void {
		write(this, 'partyId', value)
	}

	/** The session of the sender. */
	SessionId(): string {
		return read(this, 'sessionId')
	}

	SetSessionId(value: string): void {
		write(this, 'sessionId', value)
	}

	/** Not once it is six hours old, nor while the sender is out of the party. */
	IsValid(): boolean {
		return read(this, 'isValid')
	}

	SetIsValid(value: boolean): void {
		write(this, 'isValid', value)
	}
}
