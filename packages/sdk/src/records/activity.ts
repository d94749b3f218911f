import { type Init, id, list, member, optional, record, text, whole } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import { type ActivityGamePlatforms, ActivityTypes, StatusDisplayTypes } from '../enums/activities.ts'
import { ActivityAssets } from './activity-assets.ts'
import { ActivityButton } from './activity-button.ts'
import { ActivityParty } from './activity-party.ts'
import { ActivitySecrets } from './activity-secrets.ts'
import { ActivityTimestamps } from './activity-timestamps.ts'

const FIELDS = {
	name: text(),
	type: member<ActivityTypes>(ActivityTypes.Playing),
	statusDisplayType: optional(member<StatusDisplayTypes>(StatusDisplayTypes.Name)),
	state: optional(text()),
	stateUrl: optional(text()),
	details: optional(text()),
	detailsUrl: optional(text()),
	applicationId: optional(id()),
	parentApplicationId: optional(id()),
	assets: optional(record(ActivityAssets)),
	timestamps: optional(record(ActivityTimestamps)),
	party: optional(record(ActivityParty)),
	secrets: optional(record(ActivitySecrets)),
	supportedPlatforms: whole(),
	buttons: list(record(ActivityButton)),
}

export type ActivityInit = Init<typeof FIELDS>

/**
 * What a player does, with whom, and how to come along.
 *
 * @example new Activity({ details: 'In a match', party: { id: 'p-1', currentSize: 1, maxSize: 4 }, secrets: { join: 's-1' } })
 */
export class Activity extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'Activity'
	static readonly nullobj: Activity = invalid(Activity)

	constructor(init?: ActivityInit) {
		super(FIELDS, init)
	}

	/** What is shown, 1 to 128 characters; without it the name of the application. */
	Name(): string {
		return read(this, 'name')
	}

	SetName(value: string): void {
		write(this, 'name', value)
	}

	/** The verb in front of the name; `Playing` unless set. */
	Type(): ActivityTypes {
		return read(this, 'type')
	}

	SetType(value: ActivityTypes): void {
		write(this, 'type', value)
	}

	/** Which field is shown where there is one line; the name unless set. */
	StatusDisplayType(): StatusDisplayTypes | undefined {
		return read(this, 'statusDisplayType')
	}

	SetStatusDisplayType(value: StatusDisplayTypes | null | undefined): void {
		write(this, 'statusDisplayType', value)
	}

	/** With whom, 2 to 128 characters. */
	State(): string | undefined {
		return read(this, 'state')
	}

	SetState(value: string | null | undefined): void {
		write(this, 'state', value)
	}

	/** Where the state leads, 2 to 256 characters. */
	StateUrl(): string | undefined {
		return read(this, 'stateUrl')
	}

	SetStateUrl(value: string | null | undefined): void {
		write(this, 'stateUrl', value)
	}

	/** What is done, 2 to 128 characters. */
	Details(): string | undefined {
		return read(this, 'details')
	}

	SetDetails(value: string | null | undefined): void {
		write(this, 'details', value)
	}

	/** Where the details lead, 2 to 256 characters. */
	DetailsUrl(): string | undefined {
		return read(this, 'detailsUrl')
	}

	SetDetailsUrl(value: string | null | undefined): void {
		write(this, 'detailsUrl', value)
	}

	/** The platform sets it. */
	ApplicationId(): Snowflake | undefined {
		return read(this, 'applicationId')
	}

	SetApplicationId(value: SnowflakeLike | null | undefined): void {
		write(this, 'applicationId', value)
	}

	/** Of the publisher. The platform sets it. */
	ParentApplicationId(): Snowflake | undefined {
		return read(this, 'parentApplicationId')
	}

	SetParentApplicationId(value: SnowflakeLike | null | undefined): void {
		write(this, 'parentApplicationId', value)
	}

	/** Pictures and what stands beside them. */
	Assets(): ActivityAssets | undefined {
		return read(this, 'assets')
	}

	SetAssets(value: ActivityAssets | null | undefined): void {
		write(this, 'assets', value)
	}

	/** Since when, or until when. */
	Timestamps(): ActivityTimestamps | undefined {
		return read(this, 'timestamps')
	}

	SetTimestamps(value: ActivityTimestamps | null | undefined): void {
		write(this, 'timestamps', value)
	}

	/** With whom. */
	Party(): ActivityParty | undefined {
		return read(this, 'party')
	}

	SetParty(value: ActivityParty | null | undefined): void {
		write(this, 'party', value)
	}

	/** What lets others come along. */
	Secrets(): ActivitySecrets | undefined {
		return read(this, 'secrets')
	}

	SetSecrets(value: ActivitySecrets | null | undefined): void {
		write(this, 'secrets', value)
	}

	/** Where others can come along: values of `ActivityGamePlatforms`, added up; 0 is anywhere. */
	SupportedPlatforms(): number {
		return read(this, 'supportedPlatforms')
	}

	SetSupportedPlatforms(value: ActivityGamePlatforms | number): void {
		write(this, 'supportedPlatforms', value)
	}

	/** Others see two at most. */
	AddButton(button: ActivityButton): void {
		write(this, 'buttons', [...read(this, 'buttons'), button])
	}

	/** The buttons, as copies. */
	GetButtons(): ActivityButton[] {
		return read(this, 'buttons')
	}

	/** Whether all fields are the same. */
	Equals(other: Activity): boolean {
		return JSON.stringify(this.toJSON()) === JSON.stringify(other.toJSON())
	}
}
