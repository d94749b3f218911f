import { formError, isScope, SCOPES, type Scope, type ScopeDeclaration } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { type ApplicationRow, holdApplication } from './applications.ts'

export type ScopeRequestRow = Selectable<Tables['scope_requests']>

/** How an application stands to a scope that not everybody may ask people for. */
export interface ScopeStanding {
	name: Scope
	says: string
	/** Whose yes it takes. */
	approval: 'operator' | 'social'
	state: 'approved' | 'requested' | 'open'
}

const LONGEST_REASON = 1000

/** The scopes that take somebody's yes, and whether the application has it. */
export async function scopeStandings(from: Reading, application: ApplicationRow): Promise<ScopeStanding[]> {
	const eligible = new Set(JSON.parse(application.eligible_scopes) as string[])
	const requested = new Set((await listScopeRequests(from, application.id)).map(({ scope }) => scope))
	return (Object.entries(SCOPES) as [Scope, ScopeDeclaration][]).flatMap(([name, { says, approval }]) => {
		if (approval !== 'operator' && approval !== 'social') return []
		const isApproved = approval === 'social' ? application.social_terms_at !== null : eligible.has(name)
		return [{ name, says, approval, state: isApproved ? 'approved' : requested.has(name) ? 'requested' : 'open' }]
	})
}

/** What waits for the operator: of one application, or of all, oldest first. */
export function listScopeRequests({ db }: Reading, applicationId?: string): Promise<ScopeRequestRow[]> {
	return db
		.selectFrom('scope_requests')
		.selectAll()
		.$if(applicationId !== undefined, (query) => query.where('application_id', '=', applicationId as string))
		.orderBy('requested_at')
		.execute()
}

/** Ids of the applications that wait for an answer. */
export function applicationsThatAsk({ db }: Reading) {
	return db.selectFrom('scope_requests').select('application_id')
}

/** Asks the operator for scopes; asking again changes the reason. @throws InvalidFormBody */
export async function requestScopes(
	tx: Transaction,
	application: ApplicationRow,
	request: { actorId: string; scopes: readonly string[]; reason: string },
): Promise<void> {
	const reason = request.reason.trim()
	if (reason === '' || reason.length > LONGEST_REASON) {
		throw formError(['reason'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${LONGEST_REASON} in length.`)
	}
	const open = new Set(
		(await scopeStandings(tx, application))
			.filter(({ approval, state }) => approval === 'operator' && state !== 'approved')
			.map(({ name }) => name),
	)
	const scopes = [...new Set(request.scopes)]
	if (scopes.length === 0) throw formError(['scopes'], 'BASE_TYPE_REQUIRED', 'Choose at least one scope.')
	for (const [index, scope] of scopes.entries()) {
		if (!isScope(scope) || !open.has(scope)) {
			throw formError(['scopes', index], 'BASE_TYPE_CHOICES', 'This scope cannot be asked for.')
		}
	}
	await tx.db
		.insertInto('scope_requests')
		.values(
			scopes.map((scope) => ({
				application_id: application.id,
				scope,
				reason,
				requested_by: request.actorId,
				requested_at: tx.now(),
			})),
		)
		.onConflict((conflict) => conflict.columns(['application_id', 'scope']).doUpdateSet({ reason }))
		.execute()
}

/** The operator's answer. A yes lets the application ask people for the scope from now on. */
export async function decideScope(
	tx: Transaction,
	application: ApplicationRow,
	{ scope, isApproved }: { scope: Scope; isApproved: boolean },
): Promise<void> {
	await tx.db
		.deleteFrom('scope_requests')
		.where('application_id', '=', application.id)
		.where('scope', '=', scope)
		.execute()
	const { eligible_scopes } = await holdApplication(tx, application.id)
	const before = JSON.parse(eligible_scopes) as string[]
	const after = before.filter((name) => name !== scope)
	if (isApproved) after.push(scope)
	await tx.db
		.updateTable('applications')
		.set({ eligible_scopes: JSON.stringify(after) })
		.where('id', '=', application.id)
		.execute()
}

/** Whether an application has the social layer, by the operator's word. */
export async function setSocialTerms(tx: Transaction, applicationId: string, isAccepted: boolean): Promise<void> {
	if (isAccepted) return acceptSocialTerms(tx, applicationId)
	await tx.db.updateTable('applications').set({ social_terms_at: null }).where('id', '=', applicationId).execute()
}

/** Whether an application is free of the limits of development. */
export async function setCommunication(
	{ db, now }: Transaction,
	applicationId: string,
	isApproved: boolean,
): Promise<void> {
	const communication_approved_at = isApproved ? now() : null
	await db.updateTable('applications').set({ communication_approved_at }).where('id', '=', applicationId).execute()
}

/** The owner accepts the terms of the social layer; its scopes are open from then on. */
export async function acceptSocialTerms(tx: Transaction, applicationId: string): Promise<void> {
	await tx.db
		.updateTable('applications')
		.set({ social_terms_at: tx.now() })
		.where('id', '=', applicationId)
		.where('social_terms_at', 'is', null)
		.execute()
}
