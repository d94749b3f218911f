/** What the game chose for voice; kept for the calls that come. */
export interface AudioSettings {
	inputVolume: number
	outputVolume: number
	isMute: boolean
	isDeaf: boolean
	/** In dBFS; -100 is off. */
	noInputThreshold: number
	echoCancellation: boolean
	noiseSuppression: boolean
	noiseCancellation: boolean
	automaticGainControl: boolean
}

export function audioSettings(): AudioSettings {
	return {
		inputVolume: 100,
		outputVolume: 100,
		isMute: false,
		isDeaf: false,
		noInputThreshold: -100,
		echoCancellation: true,
		noiseSuppression: true,
		noiseCancellation: false,
		automaticGainControl: true,
	}
}
