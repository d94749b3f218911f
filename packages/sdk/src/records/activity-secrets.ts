import { type Init, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'

const FIELDS = {
	join: text(),
}

export type ActivitySecretsInit = Init<typeof FIELDS>

/** What lets somebody into a party. Of others there is never one. */
export class ActivitySecrets extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ActivitySecrets'
	static readonly nullobj: ActivitySecrets = invalid(ActivitySecrets)

	constructor(init?: ActivitySecretsInit) {
		super(FIELDS, init)
	}

	/** 2 to 128 characters; invites need it. */
	Join(): string {
		return read(this, 'join')
	}

	SetJoin(value: string): void {
		write(this, 'join', value)
	}
}
