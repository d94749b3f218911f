import { botSection, STRINGS } from '@guildhall/web'
import { resetBotToken } from '../../domain/applications/applications.ts'
import { changeDetails } from '../../domain/applications/details.ts'
import { updateApplication } from '../../domain/applications/update.ts'
import type { SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

/** The privileged intents, as flags of an application that an operator granted, and as it takes them itself. */
const INTENTS = {
	presence: { granted: 1 << 12, limited: 1 << 13 },
	members: { granted: 1 << 14, limited: 1 << 15 },
	content: { granted: 1 << 18, limited: 1 << 19 },
} as const
type Intent = keyof typeof INTENTS
const NAMES = Object.keys(INTENTS) as Intent[]

/** The bot of an application: its token, who may add it, what it is told. */
export function bot({ store, config }: SiteDoor): Section {
	return {
		name: 'bot',

		async show(application, about) {
			const holds = (intent: Intent) => (application.flags & (INTENTS[intent].granted | INTENTS[intent].limited)) !== 0
			return botSection({
				...about,
				section: 'bot',
				isPublic: application.bot_public === 1,
				requiresCodeGrant: application.bot_require_code_grant === 1,
				intents: { presence: holds('presence'), members: holds('members'), content: holds('content') },
			})
		},

		acts: {
			reset: {
				needsProof: true,
				async run(application) {
					const value = await store.transaction((tx) => resetBotToken(tx, application))
					return { shown: { label: STRINGS.portal.bot.newToken, value } }
				},
			},
			access: {
				async run(application, { fields }) {
					const details = {
						isBotPublic: fields.bot_public === 'on',
						requiresCodeGrant: fields.code_grant === 'on',
					}
					await store.transaction((tx) => changeDetails(tx, application.id, details, config))
					return { done: 'saved' }
				},
			},
			intents: {
				async run(application, { fields }) {
					let { flags } = application
					for (const name of NAMES) {
						const { granted, limited } = INTENTS[name]
						if (fields[name] !== 'on') flags &= ~limited
						else if ((flags & granted) === 0) flags |= limited
					}
					await store.transaction((tx) =>
						updateApplication(tx, application.id, { flags }, { intentUsers: config.intentUsers }),
					)
					return { done: 'saved' }
				},
			},
		},
	}
}
