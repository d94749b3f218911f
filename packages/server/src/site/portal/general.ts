import { ApplicationChanges } from '@guildhall/protocol'
import { generalSection } from '@guildhall/web'
import { changeDetails } from '../../domain/applications/details.ts'
import { viewOwnApplication } from '../../domain/applications/own.ts'
import { settingsOf } from '../../domain/applications/present.ts'
import { updateApplication } from '../../domain/applications/update.ts'
import { MOST_PICTURE_BYTES, storePictureFile } from '../../domain/media/images.ts'
import { applicationCardOf } from '../../http/cards.ts'
import { parseBody } from '../../http/parse.ts'
import type { SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

/** What people and other developers see of an application. */
export function general({ store, blobs, config }: SiteDoor): Section {
	return {
		name: 'general',
		mostFileBytes: MOST_PICTURE_BYTES,

		async show(application, about) {
			const { tags = [], terms_of_service_url, privacy_policy_url } = settingsOf(application)
			const spread = await viewOwnApplication(store, application)
			return generalSection({
				...about,
				section: 'general',
				iconUrl: applicationCardOf(store, application).iconUrl,
				description: application.description,
				tags,
				termsUrl: terms_of_service_url ?? '',
				privacyUrl: privacy_policy_url ?? '',
				publicKey: application.public_key,
				servers: spread.approximate_guild_count,
				players: spread.approximate_user_authorization_count,
			})
		},

		acts: {
			save: {
				async run(application, { fields, file }) {
					const icon = file
						? await storePictureFile(blobs, `app-icons/${application.id}`, file.bytes, 'icon')
						: undefined
					const picture = icon !== undefined ? { icon } : fields.no_icon === 'on' ? { icon: null } : {}
					const details = {
						name: fields.name ?? '',
						termsUrl: fields.terms_of_service_url ?? '',
						privacyUrl: fields.privacy_policy_url ?? '',
					}
					const tags = (fields.tags ?? '').split(',').map((tag) => tag.trim())
					const changes = {
						description: fields.description ?? '',
						tags: [...new Set(tags.filter((tag) => tag !== ''))],
					}
					await store.transaction(async (tx) => {
						await changeDetails(tx, application.id, details, config)
						await updateApplication(tx, application.id, {
							...(parseBody(ApplicationChanges, changes) as ApplicationChanges),
							...picture,
						})
					})
					return { done: 'saved' }
				},
			},
		},
	}
}
