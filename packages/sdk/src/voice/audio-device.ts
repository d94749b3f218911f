import { flag, type Init, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord, write } from '../core/record.ts'

const FIELDS = {
	id: text(),
	name: text(),
	isDefault: flag(),
}

/** A microphone or a speaker. */
export class AudioDevice extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'AudioDevice'
	static readonly nullobj: AudioDevice = invalid(AudioDevice)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** What `Client.SetInputDevice` and `SetOutputDevice` take. */
	Id(): string {
		return read(this, 'id')
	}

	SetId(value: string): void {
		write(this, 'id', value)
	}

	/** What a person calls it. */
	Name(): string {
		return read(this, 'name')
	}

	SetName(value: string): void {
		write(this, 'name', value)
	}

	/** Whether the system uses it unless told otherwise. */
	IsDefault(): boolean {
		return read(this, 'isDefault')
	}

	SetIsDefault(value: boolean): void {
		write(this, 'isDefault', value)
	}

	/** Whether it is the same device: the ids alone count. */
	Equals(rhs: AudioDevice): boolean {
		return this.Id() === rhs.Id()
	}
}

export function audioDevice(init: Init<typeof FIELDS>): AudioDevice {
	return makeRecord(AudioDevice, FIELDS, init)
}
