import { formError, TokensRevoked } from '@guildhall/protocol'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type ApplicationRow, getApplication } from './applications.ts'

const aChild = prepared((db, parentId: string) =>
	db.selectFrom('applications').select('id').where('parent_application_id', '=', parentId).limit(1),
)

/** Whether other applications are below this one: then its own tokens open no sessions (H3). */
export async function isParent(from: Reading, applicationId: string): Promise<boolean> {
	return (await aChild(from, applicationId)).length > 0
}

/** The applications below this one. */
export async function childrenOf({ db }: Reading, applicationId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('applications')
		.select('id')
		.where('parent_application_id', '=', applicationId)
		.orderBy('id')
		.execute()
	return rows.map(({ id }) => id)
}

/** The application that people allow when they use this one: the one above it, where there is one. */
export async function authorizedAt({ db }: Reading, applicationId: string): Promise<string> {
	const row = await db
		.selectFrom('applications')
		.select('parent_application_id')
		.where('id', '=', applicationId)
		.executeTakeFirst()
	return row?.parent_application_id ?? applicationId
}

/** Of these applications those that are below another, with the one above. */
export async function parentsOf({ db }: Reading, applicationIds: readonly string[]): Promise<Map<string, string>> {
	if (applicationIds.length === 0) return new Map()
	const rows = await db
		.selectFrom('applications')
		.select(['id', 'parent_application_id'])
		.where('id', 'in', applicationIds)
		.where('parent_application_id', 'is not', null)
		.execute()
	return new Map(rows.map((row) => [row.id, row.parent_application_id as string]))
}

/** Applications that see each other's activities: the one above and those below it, or one that stands alone. */
export interface Family {
	id: string
	applicationIds: readonly string[]
}

/** The family that an application belongs to. */
export async function familyOf(from: Reading, applicationId: string): Promise<Family> {
	const id = await authorizedAt(from, applicationId)
	return { id, applicationIds: [id, ...(await childrenOf(from, id))] }
}

/** The job that clears away what a game had before it came below its publisher. */
export const CLEAR_ADOPTED = 'clear adopted application'

export interface ClearAdopted {
	application_id: string
	/** What was made later, and so has a greater id, is of the publisher's players. */
	before_id: string
}

/**
 * Puts an application below another, for good. Its own codes and tokens end at once; a job clears away the rest of what
 * it had: authorizations, lobbies, players.
 * @throws UnknownApplication, InvalidFormBody
 */
export async function setParent(tx: Transaction, childId: string, parentId: string): Promise<void> {
	const child = await holdApplication(tx, childId)
	const parent = await holdApplication(tx, parentId)
	const problem = await parentProblem(tx, child, parent)
	if (problem) throw formError(['parent_application_id'], 'APPLICATION_PARENT_INVALID', problem)
	const { db } = tx
	await db
		.updateTable('applications')
		.set({ parent_application_id: parentId, adopted_at: tx.now(), redirect_uris: '[]' })
		.where('id', '=', childId)
		.execute()
	// Codes open nothing any more: a game below a publisher has no token endpoint.
	for (const table of ['device_codes', 'refresh_tokens', 'access_tokens'] as const) {
		await db.deleteFrom(table).where('application_id', '=', childId).execute()
	}
	// Its bot stays; players hear when the job ends what they had allowed.
	tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: [] })
	const order: ClearAdopted = { application_id: childId, before_id: tx.newId() }
	await tx.enqueue(CLEAR_ADOPTED, order)
}

/** The application, held until the commit. @throws UnknownApplication */
async function holdApplication(tx: Transaction, id: string): Promise<ApplicationRow> {
	if (tx.dialect === 'postgres') {
		await tx.db.selectFrom('applications').select('id').where('id', '=', id).forUpdate().execute()
	}
	return getApplication(tx, id)
}

async function parentProblem(
	from: Reading,
	child: ApplicationRow,
	parent: ApplicationRow,
): Promise<string | undefined> {
	if (child.id === parent.id) return 'An application cannot be above itself.'
	if (child.parent_application_id !== null) return 'It is below an application already, which cannot be undone.'
	if (parent.parent_application_id !== null) return 'The application above must not be below another.'
	if (await isParent(from, child.id)) return 'An application with others below it cannot come below one.'
	if (child.is_public_client !== parent.is_public_client) return 'Both must be public clients, or neither.'
	return undefined
}
