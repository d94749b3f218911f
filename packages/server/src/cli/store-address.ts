import type { Settings } from '../config.ts'
import type { DataDir, Machine, StoreAddress } from './machine.ts'

/** Where the settings say that the store is. */
export function storeAddressOf(settings: Settings, dataDir: DataDir): StoreAddress {
	if (!settings.databaseUrl) return { file: dataDir.at('store.sqlite'), sync: settings.sync ?? 'full' }
	return {
		url: settings.databaseUrl,
		...(settings.databaseConnections ? { connections: settings.databaseConnections } : {}),
	}
}

/** Runs `work` on the store of the settings; one in a data directory needs the directory open. */
export async function withStoreAddress<T>(
	machine: Machine,
	settings: Settings,
	options: { isExclusive: boolean },
	work: (store: StoreAddress) => Promise<T>,
): Promise<T> {
	if (settings.databaseUrl) return work({ url: settings.databaseUrl })
	const dataDir = await machine.openDataDir(settings.dataDir ?? '', options)
	try {
		return await work(storeAddressOf(settings, dataDir))
	} finally {
		dataDir.close()
	}
}
