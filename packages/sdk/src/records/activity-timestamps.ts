import { type Init, whole } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'

const FIELDS = {
	start: whole(),
	end: whole(),
}

export type ActivityTimestampsInit = Init<typeof FIELDS>

/** When an activity began and ends, for a timer beside it. */
export class ActivityTimestamps extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ActivityTimestamps'
	static readonly nullobj: ActivityTimestamps = invalid(ActivityTimestamps)

	constructor(init?: ActivityTimestampsInit) {
		super(FIELDS, init)
	}

	/** Milliseconds since the Unix epoch, 0 for none; small values are seconds. Counts up. */
	Start(): number {
		return read(this, 'start')
	}

	SetStart(value: number): void {
		write(this, 'start', value)
	}

	/** The same; counts down, also where there is a start. */
	End(): number {
		return read(this, 'end')
	}

	SetEnd(value: number): void {
		write(this, 'end', value)
	}
}
