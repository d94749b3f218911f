import {
	formError,
	LOCALES,
	type RoleConnection,
	type RoleConnectionInput,
	type RoleConnectionRecord,
	type RoleConnectionRecordsInput,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Pair } from './authorizations.ts'

const KEY = /^[a-z0-9_]+$/
const TIMES: readonly number[] = [5, 6]
const BOOLEANS: readonly number[] = [7, 8]

/** What the application's linked roles can rest on. */
export async function recordsOf({ db }: Reading, applicationId: string): Promise<RoleConnectionRecord[]> {
	const row = await db
		.selectFrom('role_connection_records')
		.select('records')
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
	return row ? (JSON.parse(row.records) as RoleConnectionRecord[]) : []
}

/** Sets all of them. What was said of people by other keys stays out of sight. @throws InvalidFormBody */
export async function setRecords(
	tx: Transaction,
	applicationId: string,
	wanted: RoleConnectionRecordsInput,
): Promise<RoleConnectionRecord[]> {
	const keys = new Set<string>()
	const drafted = (wanted ?? []).map((record, index): RoleConnectionRecord => {
		const { type, key, name, description } = record
		if (!KEY.test(key)) throw formError([index, 'key'], 'STRING_TYPE_REGEX', 'Only a-z, 0-9 and _ can stand in a key.')
		if (keys.has(key)) {
			throw formError([index, 'key'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
		}
		keys.add(key)
		return {
			...{ type, key, name, description },
			...localized(record, 'name_localizations', index),
			...localized(record, 'description_localizations', index),
		}
	})
	const records = JSON.stringify(drafted)
	await tx.db
		.insertInto('role_connection_records')
		.values({ application_id: applicationId, records })
		.onConflict((conflict) => conflict.column('application_id').doUpdateSet({ records }))
		.execute()
	return drafted
}

function localized<K extends 'name_localizations' | 'description_localizations'>(
	record: { [key in K]?: Record<string, string | null> | null },
	key: K,
	index: number,
) {
	const given = record[key]
	if (!given) return {}
	const texts = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null)
	for (const [locale] of texts) {
		if (!LOCALES.includes(locale))
			throw formError([index, key, locale], 'BASE_TYPE_CHOICES', 'There is no such locale.')
	}
	return { [key]: Object.fromEntries(texts) }
}

/** What the application has said of the person. */
export async function findRoleConnection(from: Reading, pair: Pair): Promise<RoleConnection> {
	const row = await from.db
		.selectFrom('role_connections')
		.selectAll()
		.where('application_id', '=', pair.applicationId)
		.where('user_id', '=', pair.userId)
		.executeTakeFirst()
	if (!row) return { metadata: {} }
	const keys = new Set((await recordsOf(from, pair.applicationId)).map(({ key }) => key))
	const values = Object.entries(JSON.parse(row.metadata) as Record<string, string>)
	return {
		...(row.platform_name === null ? {} : { platform_name: row.platform_name }),
		platform_username: row.platform_username,
		metadata: Object.fromEntries(values.filter(([key]) => keys.has(key))),
	}
}

/** Says what the person is to the application, in place of what was said before. @throws InvalidFormBody */
export async function setRoleConnection(
	tx: Transaction,
	pair: Pair,
	{ platform_name, platform_username, metadata }: RoleConnectionInput,
): Promise<RoleConnection> {
	const records = new Map((await recordsOf(tx, pair.applicationId)).map((record) => [record.key, record]))
	const values = Object.entries(metadata ?? {}).map(([key, value]) => [key, valueAsText(records.get(key), key, value)])
	const columns = {
		platform_name: platform_name || null,
		platform_username: platform_username || null,
		metadata: JSON.stringify(Object.fromEntries(values)),
	}
	await tx.db
		.insertInto('role_connections')
		.values({ application_id: pair.applicationId, user_id: pair.userId, ...columns })
		.onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doUpdateSet(columns))
		.execute()
	return findRoleConnection(tx, pair)
}

/** Takes back what was said of the person; nothing said is no mistake. */
export async function deleteRoleConnection({ db }: Transaction, pair: Pair): Promise<void> {
	await db
		.deleteFrom('role_connections')
		.where('application_id', '=', pair.applicationId)
		.where('user_id', '=', pair.userId)
		.execute()
}

/** A value as text, of the kind that its record compares. */
function valueAsText(record: RoleConnectionRecord | undefined, key: string, value: string | number | boolean): string {
	const path = ['metadata', key]
	if (!record) throw formError(path, 'BASE_TYPE_CHOICES', 'The application has no record of this key.')
	const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
	if (TIMES.includes(record.type)) {
		if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(Date.parse(text))) {
			throw formError(path, 'DATETIME_TYPE_PARSE', 'Could not parse datetime. Should be ISO8601.')
		}
	} else if (BOOLEANS.includes(record.type)) {
		if (text !== '0' && text !== '1') throw formError(path, 'BASE_TYPE_CHOICES', 'Value must be one of {0, 1}.')
	} else if (!/^-?\d{1,16}$/.test(text)) {
		throw formError(path, 'NUMBER_TYPE_COERCE', `Value "${text}" is not int.`)
	}
	return text
}
