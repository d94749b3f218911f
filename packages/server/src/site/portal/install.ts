import { ApplicationChanges } from '@guildhall/protocol'
import { installSection } from '@guildhall/web'
import type { ApplicationRow } from '../../domain/applications/applications.ts'
import { settingsOf } from '../../domain/applications/present.ts'
import { updateApplication } from '../../domain/applications/update.ts'
import { parseBody } from '../../http/parse.ts'
import type { SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

type Types = Record<string, { oauth2_install_params?: { scopes: string[]; permissions: string } }>

/** What the link to add an application does. */
export function install({ store, config }: SiteDoor): Section {
	return {
		name: 'install',

		async show(application, about) {
			return installSection({
				...about,
				section: 'install',
				guild: wayOf(application, '0'),
				user: wayOf(application, '1'),
				customUrl: settingsOf(application).custom_install_url ?? '',
				link: `${config.origin}/oauth2/authorize?client_id=${application.id}`,
			})
		},

		acts: {
			save: {
				async run(application, { fields }) {
					const way = (name: 'guild' | 'user') =>
						fields[name] === 'on'
							? {
									oauth2_install_params: {
										scopes: wordsOf(fields[`${name}_scopes`], 'applications.commands'),
										permissions: fields[`${name}_permissions`]?.trim() || '0',
									},
								}
							: null
					const changes = {
						integration_types_config: { 0: way('guild'), 1: way('user') },
						custom_install_url: fields.custom_install_url?.trim() || null,
						install_params: null,
					}
					await store.transaction((tx) =>
						updateApplication(tx, application.id, parseBody(ApplicationChanges, changes) as ApplicationChanges),
					)
					return { done: 'saved' }
				},
			},
		},
	}
}

function wayOf(application: ApplicationRow, type: '0' | '1') {
	const way = (JSON.parse(application.integration_types_config) as Types)[type]
	const { scopes = [], permissions = '0' } = way?.oauth2_install_params ?? {}
	return { isOn: way !== undefined, scopes: scopes.join(' '), permissions }
}

function wordsOf(text: string | undefined, otherwise: string): string[] {
	const words = (text ?? '').split(/[\s,]+/).filter((word) => word !== '')
	return words.length > 0 ? [...new Set(words)] : [otherwise]
}
