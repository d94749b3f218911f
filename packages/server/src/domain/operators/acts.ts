import { type AnyOperation, type Body, operators, type Params, type Query, type Returns } from '@guildhall/protocol'
import type { Store } from '../../ports/store.ts'
import { getApplication } from '../applications/applications.ts'
import {
	decideOnCommunication,
	decideOnIntent,
	decideOnParent,
	decideOnScope,
	decideOnTerms,
	decideOnTester,
	decideOnVerification,
	listApplications,
	viewApplication,
} from './applications.ts'
import { banPerson, unbanPerson } from './bans.ts'
import { listPeople, resetPersonsPassword, userNamed, verifyPerson, viewPerson } from './people.ts'
import { listActs, type Operator } from './record.ts'

/** What an operator asks for, checked against its declaration. */
export interface Asked<O extends AnyOperation> {
	params: Params<O>
	query: Query<O>
	body: Body<O>
}

/** What operators can do, however they say it: the door over HTTP and the command line carry out the same. */
export interface Act {
	operation: AnyOperation
	run(store: Store, operator: Operator, asked: Asked<AnyOperation>): Promise<unknown>
}

function act<O extends AnyOperation>(
	operation: O,
	run: (store: Store, operator: Operator, asked: Asked<O>) => Promise<Returns<O>>,
): Act {
	return { operation, run: run as Act['run'] }
}

export const ACTS: readonly Act[] = [
	act(operators.listPeople, (store, _operator, { query }) => listPeople(store, query)),
	act(operators.getPerson, async (store, _operator, { params }) =>
		viewPerson(store, await userNamed(store, params.user)),
	),
	act(operators.banPerson, (store, operator, { params, body }) =>
		store.transaction((tx) => banPerson(tx, operator, params.user, body)),
	),
	act(operators.unbanPerson, (store, operator, { params }) =>
		store.transaction((tx) => unbanPerson(tx, operator, params.user)),
	),
	act(operators.verifyPerson, (store, operator, { params }) =>
		store.transaction((tx) => verifyPerson(tx, operator, params.user)),
	),
	act(operators.resetPersonsPassword, async (store, operator, { params }) => ({
		password: await resetPersonsPassword(store, operator, params.user),
	})),
	act(operators.listOperatedApplications, (store, _operator, { query }) => listApplications(store, query)),
	act(operators.getOperatedApplication, async (store, _operator, { params }) =>
		viewApplication(store, await getApplication(store, params.application_id)),
	),
	...[true, false].flatMap((isYes) => [
		act(isYes ? operators.approveScope : operators.revokeScope, (store, operator, { params }) => {
			const { application_id: applicationId, scope } = params
			return store.transaction((tx) => decideOnScope(tx, operator, { applicationId, scope, isApproved: isYes }))
		}),
		act(isYes ? operators.acceptTerms : operators.withdrawTerms, (store, operator, { params }) =>
			store.transaction((tx) => decideOnTerms(tx, operator, params.application_id, isYes)),
		),
		act(isYes ? operators.verifyApplication : operators.unverifyApplication, (store, operator, { params }) =>
			store.transaction((tx) => decideOnVerification(tx, operator, params.application_id, isYes)),
		),
		act(isYes ? operators.approveCommunication : operators.revokeCommunication, (store, operator, { params }) =>
			store.transaction((tx) => decideOnCommunication(tx, operator, params.application_id, isYes)),
		),
		act(isYes ? operators.addTester : operators.removeTester, (store, operator, { params }) => {
			const tester = { named: params.user, isTester: isYes }
			return store.transaction((tx) => decideOnTester(tx, operator, params.application_id, tester))
		}),
	]),
	act(operators.approveIntent, (store, operator, { params, body }) => {
		const { application_id, intent } = params
		return store.transaction((tx) =>
			decideOnIntent(tx, operator, application_id, { intent, until: body.until ?? null }),
		)
	}),
	act(operators.revokeIntent, (store, operator, { params }) => {
		const { application_id, intent } = params
		return store.transaction((tx) => decideOnIntent(tx, operator, application_id, { intent, until: false }))
	}),
	act(operators.setParent, (store, operator, { params, body }) =>
		store.transaction((tx) => decideOnParent(tx, operator, params.application_id, body.parent_application_id)),
	),
	act(operators.listActs, (store, _operator, { query }) => listActs(store, query)),
]
