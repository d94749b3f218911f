import { formError, INVITE_TARGETS, type NewInvite } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { InviteRow } from './rows.ts'

/** Applications that run inside the client of the platform. */
const EMBEDDED = 1 << 17

export type Target = Pick<InviteRow, 'target_type' | 'target_application_id'>

const NO_TARGET: Target = { target_type: null, target_application_id: null }

/** What the invite is for, besides its channel (J3). @throws InvalidFormBody */
export async function requireTarget(from: Reading, input: NewInvite): Promise<Target> {
	const { target_type: type, target_user_id: userId, target_application_id: applicationId } = input
	if (userId && type !== INVITE_TARGETS.stream) throw misplaced('target_user_id')
	if (applicationId && type !== INVITE_TARGETS.application) throw misplaced('target_application_id')
	if (!type) return NO_TARGET
	if (type === INVITE_TARGETS.stream) {
		if (!userId) throw required('target_user_id')
		// Voice carries no streams here.
		throw formError(['target_user_id'], 'GUILD_INVITE_INVALID_STREAM', 'The user does not stream in this channel')
	}
	if (!applicationId) throw required('target_application_id')
	const application = await from.db
		.selectFrom('applications')
		.select(['flags', 'deleted_at'])
		.where('id', '=', applicationId)
		.executeTakeFirst()
	if (!application || application.deleted_at !== null || (application.flags & EMBEDDED) === 0) {
		throw formError(
			['target_application_id'],
			'GUILD_INVITE_INVALID_APPLICATION',
			'The application is no embedded application',
		)
	}
	return { target_type: type, target_application_id: applicationId }
}

const required = (field: string) => formError([field], 'BASE_TYPE_REQUIRED', 'This field is required')

const misplaced = (field: string) =>
	formError([field], 'GUILD_INVITE_TARGET_TYPE_MISMATCH', 'It takes the target_type that goes with it')
