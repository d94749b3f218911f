import type { Settings } from '../config.ts'
import { type DataDir, type KeptStore, type Machine, Refusal, type StoreAddress } from './machine.ts'
import { secretsOf } from './secrets.ts'

/** Where the settings say that the store is. */
export function storeAddressOf(settings: Settings, dataDir: DataDir): StoreAddress {
	if (!settings.databaseUrl) return { file: dataDir.at('store.sqlite'), sync: settings.sync ?? 'full' }
	return {
		url: settings.databaseUrl,
		...(settings.databaseConnections ? { connections: settings.databaseConnections } : {}),
	}
}

/**
 * Runs `work` on the store of the settings. One in a data directory needs the directory open; so does the secret of its
 * keys where no setting has it.
 */
export async function withStoreAddress<T>(
	machine: Machine,
	settings: Settings,
	options: { isExclusive: boolean },
	work: (kept: KeptStore) => Promise<T>,
): Promise<T> {
	const { databaseUrl, keySecret } = settings
	if (databaseUrl && keySecret) return work({ at: { url: databaseUrl }, keySecret })
	if (!settings.dataDir)
		throw new Refusal('GUILDHALL_KEY_SECRET, or GUILDHALL_DATA_DIR with its secrets, must be set beside DATABASE_URL.')
	const dataDir = await machine.openDataDir(settings.dataDir, {
		isExclusive: options.isExclusive && !databaseUrl,
	})
	try {
		const secrets = await secretsOf(settings, dataDir)
		return await work({ at: storeAddressOf(settings, dataDir), keySecret: secrets.keySecret })
	} finally {
		dataDir.close()
	}
}
