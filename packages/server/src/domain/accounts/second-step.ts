import type { UserRow } from './accounts.ts'

/** Whether signing in as this person takes a second step. */
export function hasSecondStep(user: UserRow): boolean {
	return user.has_mfa === 1
}
