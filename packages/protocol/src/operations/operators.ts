/** What operators do: below `/operator`, with the token of this installation. No part of the public API. */
import { type AnyOperation, operation } from '../operation.ts'
import {
	APPROVED_INTENTS,
	IntentApproval,
	NewAccountBan,
	NewDrain,
	NewParent,
	NewPassword,
	OperatedApplication,
	OperatedGateway,
	OperatorAct,
	Person,
} from '../resources/operator.ts'
import { flag, integer, list, object, oneOf, optional, snowflake, text } from '../schema.ts'
import { ids } from './path.ts'

const OPERATOR = { callers: ['operator'], limit: 'unlimited' } as const

/** An id, a username or a mail address. */
const aUser = object({ user: text(1, 254) })
const page = { after: optional(snowflake), limit: integer(1, 100, { default: 50 }) }

export const listPeople = operation({
	...OPERATOR,
	id: 'operator_list_users',
	method: 'GET',
	path: '/operator/users',
	summary: 'Accounts in the order they were made; with `banned` those who are banned.',
	query: object({ ...page, banned: flag(false) }),
	returns: list(Person),
})

export const getPerson = operation({
	...OPERATOR,
	id: 'operator_get_user',
	method: 'GET',
	path: '/operator/users/{user}',
	summary: 'An account.',
	params: aUser,
	returns: Person,
	errors: ['UnknownUser'],
})

export const banPerson = operation({
	...OPERATOR,
	id: 'operator_ban_user',
	method: 'PUT',
	path: '/operator/users/{user}/ban',
	summary: 'Bans a person: every login and every authorization ends at once. In place of a ban that holds.',
	params: aUser,
	body: NewAccountBan,
	returns: Person,
	errors: ['UnknownUser', 'InvalidUserType'],
})

export const unbanPerson = operation({
	...OPERATOR,
	id: 'operator_unban_user',
	method: 'DELETE',
	path: '/operator/users/{user}/ban',
	summary: 'Lifts a ban. What it ended stays ended; the person signs in and allows it again.',
	params: aUser,
	returns: Person,
	errors: ['UnknownUser', 'UnknownBan'],
})

export const verifyPerson = operation({
	...OPERATOR,
	id: 'operator_verify_user',
	method: 'POST',
	path: '/operator/users/{user}/verify',
	summary: 'Counts the mail address of an account as confirmed.',
	params: aUser,
	returns: Person,
	errors: ['UnknownUser', 'InvalidUserType'],
})

export const resetPersonsPassword = operation({
	...OPERATOR,
	id: 'operator_reset_password',
	method: 'POST',
	path: '/operator/users/{user}/reset-password',
	summary: 'Gives an account a new password, shown this once, and ends its logins.',
	params: aUser,
	returns: NewPassword,
	errors: ['UnknownUser', 'InvalidUserType'],
})

export const listOperatedApplications = operation({
	...OPERATOR,
	id: 'operator_list_applications',
	method: 'GET',
	path: '/operator/applications',
	summary: 'Applications in the order they were made; with `waiting` those that ask for scopes.',
	query: object({ ...page, waiting: flag(false) }),
	returns: list(OperatedApplication),
})

export const getOperatedApplication = operation({
	...OPERATOR,
	id: 'operator_get_application',
	method: 'GET',
	path: '/operator/applications/{application_id}',
	summary: 'An application.',
	params: ids('application_id'),
	returns: OperatedApplication,
	errors: ['UnknownApplication'],
})

const decision = {
	...OPERATOR,
	params: ids('application_id'),
	returns: OperatedApplication,
	errors: ['UnknownApplication'],
} as const

const aScope = object({ application_id: snowflake, scope: text(1, 100) })

export const approveScope = operation({
	...decision,
	id: 'operator_approve_scope',
	method: 'PUT',
	path: '/operator/applications/{application_id}/scopes/{scope}',
	summary: 'Lets an application ask people for a scope that not everybody may ask for.',
	params: aScope,
})

export const revokeScope = operation({
	...decision,
	id: 'operator_revoke_scope',
	method: 'DELETE',
	path: '/operator/applications/{application_id}/scopes/{scope}',
	summary: 'Says no to a scope, or takes a yes back. What people have allowed already stays.',
	params: aScope,
})

export const acceptTerms = operation({
	...decision,
	id: 'operator_accept_social_terms',
	method: 'PUT',
	path: '/operator/applications/{application_id}/social-terms',
	summary: 'Notes that the owner accepted the terms of the social layer.',
})

export const withdrawTerms = operation({
	...decision,
	id: 'operator_withdraw_social_terms',
	method: 'DELETE',
	path: '/operator/applications/{application_id}/social-terms',
	summary: 'Takes the social layer away again.',
})

export const verifyApplication = operation({
	...decision,
	id: 'operator_verify_application',
	method: 'PUT',
	path: '/operator/applications/{application_id}/verification',
	summary: 'Marks the bot of an application as verified.',
})

export const unverifyApplication = operation({
	...decision,
	id: 'operator_unverify_application',
	method: 'DELETE',
	path: '/operator/applications/{application_id}/verification',
	summary: 'Takes the mark away.',
})

const anIntent = object({ application_id: snowflake, intent: oneOf(...APPROVED_INTENTS) })

export const approveIntent = operation({
	...decision,
	id: 'operator_approve_intent',
	method: 'PUT',
	path: '/operator/applications/{application_id}/intents/{intent}',
	summary: 'Lets an application use a privileged intent, however many people it has.',
	params: anIntent,
	body: IntentApproval,
})

export const revokeIntent = operation({
	...decision,
	id: 'operator_revoke_intent',
	method: 'DELETE',
	path: '/operator/applications/{application_id}/intents/{intent}',
	summary: 'Takes a privileged intent away, also one that the application took itself.',
	params: anIntent,
})

export const approveCommunication = operation({
	...decision,
	id: 'operator_approve_communication',
	method: 'PUT',
	path: '/operator/applications/{application_id}/communication',
	summary: 'Frees an application of the limits that games under development have.',
})

export const revokeCommunication = operation({
	...decision,
	id: 'operator_revoke_communication',
	method: 'DELETE',
	path: '/operator/applications/{application_id}/communication',
	summary: 'Puts the limits of development back.',
})

const aTester = object({ application_id: snowflake, user: text(1, 254) })

export const addTester = operation({
	...decision,
	id: 'operator_add_tester',
	method: 'PUT',
	path: '/operator/applications/{application_id}/testers/{user}',
	summary: 'Makes a person a tester, who may link and unlink as often as they want.',
	params: aTester,
	errors: ['UnknownApplication', 'UnknownUser'],
})

export const removeTester = operation({
	...decision,
	id: 'operator_remove_tester',
	method: 'DELETE',
	path: '/operator/applications/{application_id}/testers/{user}',
	summary: 'Makes a person no tester any more.',
	params: aTester,
	errors: ['UnknownApplication', 'UnknownUser'],
})

export const setParent = operation({
	...decision,
	id: 'operator_set_parent',
	method: 'PUT',
	path: '/operator/applications/{application_id}/parent',
	summary: "Puts an application below its publisher's, for good. What it had of its own players is deleted.",
	body: NewParent,
})

export const listActs = operation({
	...OPERATOR,
	id: 'operator_list_acts',
	method: 'GET',
	path: '/operator/acts',
	summary: 'What operators did, latest first.',
	query: object({ before: optional(snowflake), limit: page.limit }),
	returns: list(OperatorAct),
})

const gateway = { ...OPERATOR, returns: OperatedGateway } as const

export const getOperatedGateway = operation({
	...gateway,
	id: 'operator_get_gateway',
	method: 'GET',
	path: '/operator/gateway',
	summary: 'What the gateway of this process carries.',
})

export const drainGateway = operation({
	...gateway,
	id: 'operator_drain_gateway',
	method: 'PUT',
	path: '/operator/gateway/drain',
	summary: 'Lets no gateway connection in, and sends those that are open away, spread over so many seconds.',
	body: NewDrain,
})

export const openGateway = operation({
	...gateway,
	id: 'operator_open_gateway',
	method: 'DELETE',
	path: '/operator/gateway/drain',
	summary: 'Lets gateway connections in again.',
})

/** Apart from `OPERATIONS`: no client of the public API knows them. */
export const OPERATOR_OPERATIONS: readonly AnyOperation[] = [
	listPeople,
	getPerson,
	banPerson,
	unbanPerson,
	verifyPerson,
	resetPersonsPassword,
	listOperatedApplications,
	getOperatedApplication,
	approveScope,
	revokeScope,
	acceptTerms,
	withdrawTerms,
	verifyApplication,
	unverifyApplication,
	approveIntent,
	revokeIntent,
	approveCommunication,
	revokeCommunication,
	addTester,
	removeTester,
	setParent,
	listActs,
	getOperatedGateway,
	drainGateway,
	openGateway,
]
