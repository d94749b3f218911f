import {
	ApiError,
	type ApprovedIntentName,
	formError,
	isScope,
	type OperatedApplication,
	readTime,
	SCOPES,
	type Scope,
	wireTime,
	wireTimeOrNull,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { findUser, setUserFlag } from '../accounts/accounts.ts'
import {
	type ApplicationRow,
	getApplication,
	listApplications as listAllApplications,
} from '../applications/applications.ts'
import {
	applicationsThatAsk,
	decideScope,
	listScopeRequests,
	setCommunication,
	setSocialTerms,
} from '../applications/approval.ts'
import { approvedIntents, approveIntent, revokeIntent } from '../applications/intents.ts'
import { countUsers } from '../applications/own.ts'
import { childrenOf, setParent } from '../applications/publishers.ts'
import { keepTester, listTesters } from '../applications/testers.ts'
import { personNamed, userNamed } from './people.ts'
import { type Operator, record } from './record.ts'

/** The bit of bots whose application was verified. */
const VERIFIED_BOT = 1 << 16
const YEAR_MS = 365 * 86_400_000

/** An application as operators see it. */
export async function viewApplication(from: Reading, application: ApplicationRow): Promise<OperatedApplication> {
	const bot = application.bot_user_id === null ? undefined : await findUser(from, application.bot_user_id)
	return {
		id: application.id,
		name: application.name,
		owner_id: application.owner_user_id,
		team_id: application.team_id,
		created_at: wireTime(application.created_at),
		public_client: application.is_public_client === 1,
		users: await countUsers(from, application.id),
		eligible_scopes: JSON.parse(application.eligible_scopes) as string[],
		requested_scopes: (await listScopeRequests(from, application.id)).map(({ scope, reason, requested_at }) => ({
			...{ scope, reason },
			requested_at: wireTime(requested_at),
		})),
		social_terms_at: wireTimeOrNull(application.social_terms_at),
		communication_approved_at: wireTimeOrNull(application.communication_approved_at),
		verified: ((bot?.flags ?? 0) & VERIFIED_BOT) !== 0,
		intents: (await approvedIntents(from, application.id)).map(({ intent, until }) => ({
			intent,
			until: wireTime(until),
		})),
		tester_ids: await listTesters(from, application.id),
		parent_id: application.parent_application_id,
		child_ids: await childrenOf(from, application.id),
	}
}

/** Applications in the order they were made. */
export async function listApplications(
	from: Reading,
	{ after = '0', limit, waiting }: { after?: string | undefined; limit: number; waiting: boolean },
): Promise<OperatedApplication[]> {
	const rows = await listAllApplications(from, {
		after,
		limit,
		...(waiting ? { among: applicationsThatAsk(from) } : {}),
	})
	return Promise.all(rows.map((application) => viewApplication(from, application)))
}

/** What is decided about an application: how, and what the record says of it. */
interface Decision {
	act: string
	userId?: string
	detail?: Record<string, unknown>
	work(application: ApplicationRow): Promise<void>
}

async function decide(
	tx: Transaction,
	operator: Operator,
	applicationId: string,
	{ work, ...done }: Decision,
): Promise<OperatedApplication> {
	await work(await getApplication(tx, applicationId))
	await record(tx, operator, { ...done, applicationId })
	return viewApplication(tx, await getApplication(tx, applicationId))
}

/** Says yes or no to a scope. @throws UnknownApplication, InvalidFormBody */
export function decideOnScope(
	tx: Transaction,
	operator: Operator,
	{ applicationId, scope, isApproved }: { applicationId: string; scope: string; isApproved: boolean },
): Promise<OperatedApplication> {
	const known = scopeForOperators(scope)
	return decide(tx, operator, applicationId, {
		act: isApproved ? 'approve_scope' : 'revoke_scope',
		detail: { scope: known },
		work: (application) => decideScope(tx, application, { scope: known, isApproved }),
	})
}

function scopeForOperators(scope: string): Scope {
	if (!isScope(scope)) throw formError(['scope'], 'BASE_TYPE_CHOICES', 'There is no such scope.')
	switch (SCOPES[scope].approval) {
		case 'operator':
			return scope
		case 'social':
			throw formError(['scope'], 'BASE_TYPE_CHOICES', 'This scope comes with the terms of the social layer.')
		case 'internal':
			throw formError(['scope'], 'BASE_TYPE_CHOICES', 'This scope is never asked for by itself.')
		default:
			throw formError(['scope'], 'BASE_TYPE_CHOICES', 'Everybody may ask for this scope.')
	}
}

/** Whether an application has the social layer. */
export function decideOnTerms(tx: Transaction, operator: Operator, applicationId: string, isAccepted: boolean) {
	return decide(tx, operator, applicationId, {
		act: isAccepted ? 'accept_social_terms' : 'withdraw_social_terms',
		work: (application) => setSocialTerms(tx, application.id, isAccepted),
	})
}

/** Whether the bot of an application is marked as verified. */
export function decideOnVerification(tx: Transaction, operator: Operator, applicationId: string, isVerified: boolean) {
	return decide(tx, operator, applicationId, {
		act: isVerified ? 'verify_application' : 'unverify_application',
		async work({ bot_user_id }) {
			if (bot_user_id === null) throw new ApiError('ApplicationHasNoBot')
			await setUserFlag(tx, bot_user_id, VERIFIED_BOT, isVerified)
		},
	})
}

/** Whether an application may use a privileged intent; `until` null: for a year. @throws InvalidFormBody */
export function decideOnIntent(
	tx: Transaction,
	operator: Operator,
	applicationId: string,
	{ intent, until }: { intent: ApprovedIntentName; until: string | null | false },
): Promise<OperatedApplication> {
	const end = until === false ? false : until === null ? tx.now() + YEAR_MS : readTime(until)
	if (end !== false && end <= tx.now()) throw formError(['until'], 'DATE_TIME_TYPE_PAST', 'Must be in the future.')
	return decide(tx, operator, applicationId, {
		act: end === false ? 'revoke_intent' : 'approve_intent',
		detail: { intent, ...(end === false ? {} : { until: wireTime(end) }) },
		work: (application) =>
			end === false ? revokeIntent(tx, application, intent) : approveIntent(tx, application, { intent, until: end }),
	})
}

/** Whether the limits of development hold for an application. */
export function decideOnCommunication(tx: Transaction, operator: Operator, applicationId: string, isApproved: boolean) {
	return decide(tx, operator, applicationId, {
		act: isApproved ? 'approve_communication' : 'revoke_communication',
		work: ({ id }) => setCommunication(tx, id, isApproved),
	})
}

/** Whether a person tries an application out. @throws UnknownUser, InvalidUserType */
export async function decideOnTester(
	tx: Transaction,
	operator: Operator,
	applicationId: string,
	{ named, isTester }: { named: string; isTester: boolean },
): Promise<OperatedApplication> {
	const user = isTester ? await personNamed(tx, named) : await userNamed(tx, named)
	return decide(tx, operator, applicationId, {
		act: isTester ? 'add_tester' : 'remove_tester',
		userId: user.id,
		work: ({ id }) => keepTester(tx, { applicationId: id, userId: user.id }, isTester),
	})
}

/** Puts an application below its publisher's, for good. @throws UnknownApplication, InvalidFormBody */
export function decideOnParent(tx: Transaction, operator: Operator, applicationId: string, parentId: string) {
	return decide(tx, operator, applicationId, {
		act: 'set_parent',
		detail: { parent_application_id: parentId },
		work: () => setParent(tx, applicationId, parentId),
	})
}
