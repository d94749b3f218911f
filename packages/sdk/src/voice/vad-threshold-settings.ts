import { heldBy, invalid, Movable } from '../core/object.ts'
import { onlyMadeHere } from '../core/record.ts'
import { checkFlag, within } from './check.ts'

interface Threshold {
	isAutomatic: boolean
	/** In dB. */
	threshold: number
}

/** When the microphone of a call opens by itself. Cannot be copied, only moved. */
export class VADThresholdSettings extends Movable<Threshold> {
	static override readonly name = 'VADThresholdSettings'
	static readonly nullobj: VADThresholdSettings = invalid(VADThresholdSettings)

	private constructor(...given: ConstructorParameters<typeof Movable<Threshold>>) {
		onlyMadeHere(new.target, given[0])
		super(...given)
	}

	/** How loud it must be, -100 to 0 dB; -60 unless set. */
	VadThreshold(): number {
		return heldBy(this).threshold
	}

	SetVadThreshold(value: number): void {
		heldBy(this).threshold = within(value, -100, 0, 'VadThreshold')
	}

	/** Whether the threshold is found from what is heard; `VadThreshold` is passed over then. */
	Automatic(): boolean {
		return heldBy(this).isAutomatic
	}

	SetAutomatic(value: boolean): void {
		heldBy(this).isAutomatic = checkFlag(value, 'Automatic')
	}
}
