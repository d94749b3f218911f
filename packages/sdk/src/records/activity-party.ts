import { type Init, member, text, whole } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import { ActivityPartyPrivacy } from '../enums/activities.ts'

const FIELDS = {
	id: text(),
	currentSize: whole(),
	maxSize: whole(),
	privacy: member<ActivityPartyPrivacy>(ActivityPartyPrivacy.Private),
}

export type ActivityPartyInit = Init<typeof FIELDS>

/** Who plays together. */
export class ActivityParty extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ActivityParty'
	static readonly nullobj: ActivityParty = invalid(ActivityParty)

	constructor(init?: ActivityPartyInit) {
		super(FIELDS, init)
	}

	/** The same for all members, 2 to 128 characters. */
	Id(): string {
		return read(this, 'id')
	}

	SetId(value: string): void {
		write(this, 'id', value)
	}

	/** How many there are now, at least 1. */
	CurrentSize(): number {
		return read(this, 'currentSize')
	}

	SetCurrentSize(value: number): void {
		write(this, 'currentSize', value)
	}

	/** How many there may be; 0 shows no bound. */
	MaxSize(): number {
		return read(this, 'maxSize')
	}

	SetMaxSize(value: number): void {
		write(this, 'maxSize', value)
	}

	/** Whether friends may come without being asked. Of others it is always private. */
	Privacy(): ActivityPartyPrivacy {
		return read(this, 'privacy')
	}

	SetPrivacy(value: ActivityPartyPrivacy): void {
		write(this, 'privacy', value)
	}
}
