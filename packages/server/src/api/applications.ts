import { platform } from '@guildhall/protocol'
import { getOwnApplication, updateApplication } from '../domain/applications/update.ts'
import { checkAddresses } from '../domain/deliveries/checks.ts'
import { storePicture } from '../domain/media/images.ts'
import { type Handler, handle } from './handle.ts'
import { asBot } from './standing.ts'

export const APPLICATION_HANDLERS: readonly Handler[] = [
	handle(platform.getMyApplication, async (call, { store }) => {
		const { applicationId } = asBot(call)
		return getOwnApplication(store, applicationId, applicationId)
	}),
	handle(platform.getMyOauth2Application, async (call, { store }) => {
		const { applicationId } = asBot(call)
		return getOwnApplication(store, applicationId, applicationId)
	}),
	handle(platform.getApplication, async (call, { store }) =>
		getOwnApplication(store, call.params.application_id, asBot(call).applicationId),
	),
	handle(platform.updateMyApplication, async (call, { store, blobs, web, config }) => {
		const { applicationId } = asBot(call)
		const checked = await checkAddresses({ store, web }, applicationId, call.body)
		const folder = `app-icons/${applicationId}`
		const icon = await storePicture(blobs, folder, call.body.icon, 'icon')
		const cover = await storePicture(blobs, folder, call.body.cover_image, 'cover_image')
		const changes = {
			...call.body,
			...(icon === undefined ? {} : { icon }),
			...(cover === undefined ? {} : { cover_image: cover }),
		}
		return store.transaction((tx) =>
			updateApplication(tx, applicationId, changes, { checked, intentUsers: config.intentUsers }),
		)
	}),
]
