import { type Init, optional, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'

const FIELDS = {
	largeImage: optional(text()),
	largeText: optional(text()),
	largeUrl: optional(text()),
	smallImage: optional(text()),
	smallText: optional(text()),
	smallUrl: optional(text()),
	inviteCoverImage: optional(text()),
}

export type ActivityAssetsInit = Init<typeof FIELDS>

/** Artwork of an activity: keys of uploaded pictures, or addresses. */
export class ActivityAssets extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ActivityAssets'
	static readonly nullobj: ActivityAssets = invalid(ActivityAssets)

	constructor(init?: ActivityAssetsInit) {
		super(FIELDS, init)
	}

	/** The big picture, a key or an address of 1 to 300 characters. */
	LargeImage(): string | undefined {
		return read(this, 'largeImage')
	}

	SetLargeImage(value: string | null | undefined): void {
		write(this, 'largeImage', value)
	}

	/** Shown over the big picture, 2 to 128 characters. */
	LargeText(): string | undefined {
		return read(this, 'largeText')
	}

	SetLargeText(value: string | null | undefined): void {
		write(this, 'largeText', value)
	}

	/** Where the big picture leads, 1 to 256 characters. */
	LargeUrl(): string | undefined {
		return read(this, 'largeUrl')
	}

	SetLargeUrl(value: string | null | undefined): void {
		write(this, 'largeUrl', value)
	}

	/** The small picture in the corner, a key or an address of 1 to 300 characters. */
	SmallImage(): string | undefined {
		return read(this, 'smallImage')
	}

	SetSmallImage(value: string | null | undefined): void {
		write(this, 'smallImage', value)
	}

	/** Shown over the small picture, 2 to 128 characters. */
	SmallText(): string | undefined {
		return read(this, 'smallText')
	}

	SetSmallText(value: string | null | undefined): void {
		write(this, 'smallText', value)
	}

	/** Where the small picture leads, 1 to 256 characters. */
	SmallUrl(): string | undefined {
		return read(this, 'smallUrl')
	}

	SetSmallUrl(value: string | null | undefined): void {
		write(this, 'smallUrl', value)
	}

	/** The picture of invites, a key or an address of 1 to 300 characters; without it the one of the application. */
	InviteCoverImage(): string | undefined {
		return read(this, 'inviteCoverImage')
	}

	SetInviteCoverImage(value: string | null | undefined): void {
		write(this, 'inviteCoverImage', value)
	}
}
