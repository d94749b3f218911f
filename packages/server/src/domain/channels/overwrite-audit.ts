import type { Overwrite } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type AuditAction, audit, changesBetween } from '../audit/audit.ts'
import { presentOverwrite } from './present.ts'

export interface OverwriteChange {
	guildId: string
	channelId: string
	userId: string
	before: readonly Overwrite[]
	after: readonly Overwrite[]
	reason: string | undefined
}

/** Writes down every overwrite that came, changed or went; the target of each entry is the channel. */
export async function auditOverwrites(tx: Transaction, change: OverwriteChange): Promise<void> {
	const { guildId, channelId, userId, before, after, reason } = change
	const old = new Map(before.map((overwrite) => [overwrite.id, overwrite]))
	const now = new Map(after.map((overwrite) => [overwrite.id, overwrite]))
	for (const id of new Set([...old.keys(), ...now.keys()])) {
		const [a, b] = [old.get(id), now.get(id)]
		const isWhole = !a || !b
		const changes = changesBetween(
			a && presentOverwrite(a),
			b && presentOverwrite(b),
			isWhole ? ['id', 'type', 'allow', 'deny'] : ['allow', 'deny'],
		)
		if (changes.length === 0) continue
		const action: AuditAction = !a ? 'overwriteCreate' : !b ? 'overwriteDelete' : 'overwriteUpdate'
		const type = String((a ?? b)?.type)
		const options = { id, type, ...(type === '0' ? await roleName(tx, id) : {}) }
		await audit(tx, { guildId, userId, targetId: channelId, action, changes, options, reason })
	}
}

async function roleName({ db }: Transaction, roleId: string): Promise<{ role_name?: string }> {
	const role = await db.selectFrom('roles').select('name').where('id', '=', roleId).executeTakeFirst()
	return role ? { role_name: role.name } : {}
}
