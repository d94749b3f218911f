import { ApiError, type ApplicationAsset, formError, type NewApplicationAsset } from '@guildhall/protocol'
import type { Blobs } from '../../ports/blobs.ts'
import type { Reading, Store, Transaction } from '../../ports/store.ts'
import { readPicture } from '../media/images.ts'
import { claimBlobs, discardStagedBlobs, removeBlobsLater, stageBlob } from '../media/staged.ts'

/** Q27 */
const MOST_ASSETS = 300
const NAME = /^[a-z0-9_.-]+$/

/** Where the picture of an asset lies. */
const assetKey = (applicationId: string, assetId: string): string => `app-assets/${applicationId}/${assetId}`

/** The application's assets, oldest first. */
export async function listAssets({ db }: Reading, applicationId: string): Promise<ApplicationAsset[]> {
	return db
		.selectFrom('application_assets')
		.select(['id', 'type', 'name'])
		.where('application_id', '=', applicationId)
		.orderBy('id')
		.execute()
}

/** Stores a picture under its name. @throws InvalidFormBody where it is none, where the name is taken, or no room */
export async function createAsset(
	{ store, blobs }: { store: Store; blobs: Blobs },
	applicationId: string,
	asset: NewApplicationAsset,
): Promise<ApplicationAsset> {
	const name = asset.name.toLowerCase()
	if (!NAME.test(name))
		throw formError(['name'], 'APPLICATION_ASSET_NAME_INVALID', 'Letters, digits, "_", "-" and "." only.')
	const { bytes } = await readPicture(asset.image, 'image')
	const id = await store.transaction(async (tx) => {
		await requireRoom(tx, applicationId, name)
		const newId = tx.newId()
		await stageBlob(tx, assetKey(applicationId, newId))
		return newId
	})
	const key = assetKey(applicationId, id)
	await blobs.put(key, bytes)
	try {
		return await store.transaction(async (tx) => {
			const kept = await insertAsset(tx, applicationId, { id, name, type: asset.type ?? 1 })
			await claimBlobs(tx, [key])
			return kept
		})
	} catch (error) {
		// Somebody else was a moment quicker.
		await store.transaction((tx) => discardStagedBlobs(tx, [key]))
		throw error
	}
}

async function insertAsset(tx: Transaction, applicationId: string, asset: ApplicationAsset): Promise<ApplicationAsset> {
	const { id, name, type } = asset
	await holdAssets(tx, applicationId)
	await requireRoom(tx, applicationId, name)
	await tx.db.insertInto('application_assets').values({ id, application_id: applicationId, name, type }).execute()
	return { id, type, name }
}

/** @throws InvalidFormBody where the name is taken, or there are as many as there may be */
async function requireRoom(from: Reading, applicationId: string, name: string): Promise<void> {
	const before = await listAssets(from, applicationId)
	if (before.some((one) => one.name === name)) {
		throw formError(['name'], 'APPLICATION_ASSET_NAME_TAKEN', 'There is an asset of this name.')
	}
	if (before.length >= MOST_ASSETS) {
		throw formError([], 'MAX_APPLICATION_ASSETS', `An application can have at most ${MOST_ASSETS} assets.`)
	}
}

/** Removes an asset; activities that name it show nothing in its place. @throws UnknownAsset */
export async function deleteAsset(tx: Transaction, applicationId: string, assetId: string): Promise<void> {
	const removed = await tx.db
		.deleteFrom('application_assets')
		.where('id', '=', assetId)
		.where('application_id', '=', applicationId)
		.returning('id')
		.executeTakeFirst()
	if (!removed) throw new ApiError('UnknownAsset')
	await removeBlobsLater(tx, [assetKey(applicationId, assetId)])
}

/** Ids of the application's assets by these names. */
export async function assetIdsByName(
	{ db }: Reading,
	applicationId: string,
	names: readonly string[],
): Promise<Map<string, string>> {
	if (names.length === 0) return new Map()
	const rows = await db
		.selectFrom('application_assets')
		.select(['id', 'name'])
		.where('application_id', '=', applicationId)
		.where('name', 'in', names)
		.execute()
	return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Which of these are assets of the application, or of one that belongs to the same publisher. */
export async function familyAssets(
	{ db }: Reading,
	familyId: string,
	ids: readonly string[],
): Promise<ReadonlySet<string>> {
	if (ids.length === 0) return new Set()
	const rows = await db
		.selectFrom('application_assets')
		.innerJoin('applications', 'applications.id', 'application_assets.application_id')
		.select(['application_assets.id', 'applications.id as owner', 'applications.parent_application_id as parent'])
		.where('application_assets.id', 'in', ids)
		.execute()
	return new Set(rows.filter(({ owner, parent }) => (parent ?? owner) === familyId).map(({ id }) => id))
}

/** One after the other, so that the bound holds. */
async function holdAssets(tx: Transaction, applicationId: string): Promise<void> {
	if (tx.dialect !== 'postgres') return
	await tx.db.selectFrom('applications').select('id').where('id', '=', applicationId).forUpdate().execute()
}
