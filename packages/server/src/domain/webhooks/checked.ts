/**
 * Addresses that were just called and answered as endpoints must. Only these are stored, so that nobody gets requests
 * who did not ask for them.
 */
export interface Checked {
	/** For webhook events. */
	events?: string
	/** For interactions. */
	interactions?: string
}
