/** An activity that cannot be taken (Q8). */
export class WrongActivity extends Error {
	/** The field, from the list of activities on. */
	readonly path: readonly string[]

	constructor(path: readonly string[]) {
		super(`The field ${path.join('.')} of an activity is wrong.`)
		this.name = 'WrongActivity'
		this.path = path
	}
}
