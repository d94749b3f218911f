import { type AnyOperation, checkOf, operators } from '@guildhall/protocol'
import type { Settings } from '../config.ts'
import { ACTS, type Asked } from '../domain/operators/acts.ts'
import type { OPERATE } from '../settings.ts'
import { type Machine, Refusal } from './machine.ts'
import type { Call } from './program.ts'
import { openReach, type Reach } from './reach.ts'
import { readEnd, readSeconds } from './read-end.ts'
import { shown } from './shown.ts'

/** What is asked of the server, or of the store where none runs. */
export interface Asking {
	operation: AnyOperation
	params?: Record<string, string>
	query?: Record<string, unknown>
	body?: Record<string, unknown>
}

type Reader = (call: Call) => Asking

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const user =
	(operation: AnyOperation): Reader =>
	({ words }) => ({ operation, params: { user: String(words[0]) } })

/** About an application, and what the second word names. */
const app =
	(operation: AnyOperation, second?: 'scope' | 'intent' | 'user'): Reader =>
	({ words }) => ({
		operation,
		params: { application_id: String(words[0]), ...(second ? { [second]: String(words[1]) } : {}) },
	})

const page = ({ options }: Call, mark: 'after' | 'before') => ({
	...(text(options[mark]) ? { [mark]: text(options[mark]) } : {}),
	limit: options.limit === undefined ? 50 : Number(options.limit),
})

const READERS: Readonly<Record<(typeof OPERATE)[number], Reader>> = {
	'user list': (call) => ({
		operation: operators.listPeople,
		query: { ...page(call, 'after'), banned: call.options.banned === true },
	}),
	'user show': user(operators.getPerson),
	'user ban': ({ words, options }) => ({
		operation: operators.banPerson,
		params: { user: String(words[0]) },
		body: { ...readEnd(text(options.until)), ...(text(options.reason) ? { reason: text(options.reason) } : {}) },
	}),
	'user unban': user(operators.unbanPerson),
	'user verify': user(operators.verifyPerson),
	'user reset-password': user(operators.resetPersonsPassword),
	'app list': (call) => ({
		operation: operators.listOperatedApplications,
		query: { ...page(call, 'after'), waiting: call.options.waiting === true },
	}),
	'app show': app(operators.getOperatedApplication),
	'app approve-scope': app(operators.approveScope, 'scope'),
	'app revoke-scope': app(operators.revokeScope, 'scope'),
	'app accept-terms': app(operators.acceptTerms),
	'app withdraw-terms': app(operators.withdrawTerms),
	'app verify': app(operators.verifyApplication),
	'app unverify': app(operators.unverifyApplication),
	'app approve-intent': (call) => ({
		...app(operators.approveIntent, 'intent')(call),
		body: readEnd(text(call.options.until)),
	}),
	'app revoke-intent': app(operators.revokeIntent, 'intent'),
	'app approve-communication': app(operators.approveCommunication),
	'app revoke-communication': app(operators.revokeCommunication),
	'app add-tester': app(operators.addTester, 'user'),
	'app remove-tester': app(operators.removeTester, 'user'),
	'app set-parent': ({ words, options }) => {
		if (options.yes !== true) throw new Refusal('This cannot be undone. Say --yes if you mean it.')
		const [application_id, parent_application_id] = words.map(String) as [string, string]
		return { operation: operators.setParent, params: { application_id }, body: { parent_application_id } }
	},
	'gateway show': () => ({ operation: operators.getOperatedGateway }),
	'gateway drain': ({ options }) => ({
		operation: operators.drainGateway,
		body: { ...(options.over === undefined ? {} : { seconds: readSeconds('--over', String(options.over)) }) },
	}),
	'gateway open': () => ({ operation: operators.openGateway }),
	'operator log': (call) => ({ operation: operators.listActs, query: page(call, 'before') }),
}

/** A command of operators: through the server that runs, else on the store. */
export function operate(name: (typeof OPERATE)[number]) {
	return async (machine: Machine, settings: Settings, call: Call): Promise<void> => {
		const asking = READERS[name](call)
		requireGood(asking)
		const reach = await openReach(machine, settings)
		try {
			const answer = await perform(reach, asking, machine.env.USER || 'operator')
			machine.say(call.options.json === true ? JSON.stringify(answer, null, '\t') : shown(answer))
			const isChange = asking.operation.method !== 'GET'
			if (isChange && reach.kind === 'store' && reach.isShared) {
				machine.complain(
					'The store was changed directly. A server that runs on it goes on with what it remembers; name it with --server next time.',
				)
			}
		} finally {
			await reach.close()
		}
	}
}

/** What a door would say of the request, before one is opened. */
function requireGood({ operation, params, query, body }: Asking): void {
	for (const [schema, value] of [
		[operation.params, params],
		[operation.query, query],
		[operation.body, body],
	] as const) {
		const [problem] = schema ? checkOf(schema).problems(value ?? {}) : []
		if (problem) throw new Refusal(`${problem.path.join('.') || 'What was typed'} is not what it must be.`)
	}
}

function perform(reach: Reach, asking: Asking, name: string): Promise<unknown> {
	if (reach.kind === 'server') return reach.ask(asking, name)
	const { operation, params = {}, query = {}, body = {} } = asking
	const act = ACTS.find((one) => one.operation === operation)
	// What is no act on the store is one on a server.
	if (!act) throw new Refusal('No server runs in this data directory. Name one with --server.')
	return reach.run((store) => act.run(store, { name }, { params, query, body } as Asked<AnyOperation>))
}
