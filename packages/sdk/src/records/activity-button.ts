import { type Init, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'

const FIELDS = {
	label: text(),
	url: text(),
}

export type ActivityButtonInit = Init<typeof FIELDS>

/** A link beside an activity, for others to see. */
export class ActivityButton extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ActivityButton'
	static readonly nullobj: ActivityButton = invalid(ActivityButton)

	constructor(init?: ActivityButtonInit) {
		super(FIELDS, init)
	}

	/** 1 to 32 characters. */
	Label(): string {
		return read(this, 'label')
	}

	SetLabel(value: string): void {
		write(this, 'label', value)
	}

	/** 1 to 512 characters. */
	Url(): string {
		return read(this, 'url')
	}

	SetUrl(value: string): void {
		write(this, 'url', value)
	}
}
