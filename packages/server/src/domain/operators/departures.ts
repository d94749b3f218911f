import type { OperatedGateway } from '@guildhall/protocol'
import type { Store, Transaction } from '../../ports/store.ts'
import { type Operator, record } from './record.ts'

/** The gateway of this node, as operators know it. */
export interface OperatedNode {
	/** Lets nobody in, and sends who is here away, spread over so many milliseconds. */
	drain(overMs: number): void
	/** Lets everybody in again. */
	open(): void
	state(): OperatedGateway
}

/** Sends the clients of this node elsewhere. What it does lives in its memory; that it was done is kept. */
export async function drainGateway(
	store: Store,
	operator: Operator,
	node: OperatedNode,
	seconds: number,
): Promise<OperatedGateway> {
	await store.transaction((tx) => keep(tx, operator, 'drain_gateway', { node: store.node, seconds }))
	node.drain(seconds * 1000)
	return node.state()
}

export async function openGateway(store: Store, operator: Operator, node: OperatedNode): Promise<OperatedGateway> {
	await store.transaction((tx) => keep(tx, operator, 'open_gateway', { node: store.node }))
	node.open()
	return node.state()
}

function keep(tx: Transaction, operator: Operator, act: string, detail: Record<string, unknown>): Promise<void> {
	return record(tx, operator, { act, detail })
}
