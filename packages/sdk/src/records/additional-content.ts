import { type Init, member, optional, real, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import { AdditionalContentType } from '../enums/channels.ts'
import { EnumToString } from '../enums/enum-to-string.ts'

const FIELDS = {
	type: member<AdditionalContentType>(AdditionalContentType.Other),
	title: optional(text()),
	count: real(),
}

export type AdditionalContentInit = Init<typeof FIELDS>

/** What a message holds beside its text, which a game cannot show: as what kind, and how much of it. */
export class AdditionalContent extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'AdditionalContent'
	static readonly nullobj: AdditionalContent = invalid(AdditionalContent)

	/** The name of an `AdditionalContentType`, `unknown` for what is none. */
	static TypeToString(type: AdditionalContentType): string {
		return EnumToString(AdditionalContentType, type)
	}

	constructor(init?: AdditionalContentInit) {
		super(FIELDS, init)
	}

	/** The kind. */
	Type(): AdditionalContentType {
		return read(this, 'type')
	}

	SetType(value: AdditionalContentType): void {
		write(this, 'type', value)
	}

	/** The question of a poll, the name of a thread. */
	Title(): string | undefined {
		return read(this, 'title')
	}

	SetTitle(value: string | null | undefined): void {
		write(this, 'title', value)
	}

	/** How many there are of the kind, 0 to 255. */
	Count(): number {
		return read(this, 'count')
	}

	SetCount(value: number): void {
		write(this, 'count', value)
	}

	/** Whether every field is the same. */
	Equals(rhs: AdditionalContent): boolean {
		return this.Type() === rhs.Type() && this.Title() === rhs.Title() && this.Count() === rhs.Count()
	}
}
