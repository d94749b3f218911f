import { AuthorizeRequest } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import type { ApplicationRow } from './applications.ts'
import { deauthorize } from './authorizations.ts'

/** An application that a person lets use their account. */
export interface Connected {
	authorization: Selectable<Tables['authorizations']>
	application: ApplicationRow
}

/** The person's connected applications, latest first. */
export async function listConnected({ db }: Reading, userId: string): Promise<Connected[]> {
	const authorizations = await db
		.selectFrom('authorizations')
		.selectAll()
		.where('user_id', '=', userId)
		.where('revoked_at', 'is', null)
		.orderBy('updated_at', 'desc')
		.execute()
	if (authorizations.length === 0) return []
	const ids = authorizations.map((authorization) => authorization.application_id)
	const applications = await db.selectFrom('applications').selectAll().where('id', 'in', ids).execute()
	const byId = new Map(applications.map((application) => [application.id, application]))
	return authorizations.flatMap((authorization) => {
		const application = byId.get(authorization.application_id)
		return application ? [{ authorization, application }] : []
	})
}

/** Applications by their ids, by name. */
export async function applicationsOf({ db }: Reading, ids: readonly string[]): Promise<ApplicationRow[]> {
	if (ids.length === 0) return []
	return db.selectFrom('applications').selectAll().where('id', 'in', ids).orderBy('name').execute()
}

/** Asks the games of this application that their player has open, and that take it, to begin an authorization (G27). */
export function requestAuthorization(tx: Transaction, pair: { userId: string; applicationId: string }): void {
	tx.emit(AuthorizeRequest, { userIds: [pair.userId], applicationId: pair.applicationId }, {})
}

/** Takes an application's access back, by the id of its authorization. False where the person has none of this id. */
export async function disconnect(tx: Transaction, userId: string, authorizationId: string): Promise<boolean> {
	const row = await tx.db
		.selectFrom('authorizations')
		.select('application_id')
		.where('id', '=', authorizationId)
		.where('user_id', '=', userId)
		.where('revoked_at', 'is', null)
		.executeTakeFirst()
	return row ? deauthorize(tx, { applicationId: row.application_id, userId }, 'removed') : false
}
