import type { OPERATE } from '../settings.ts'
import type { Declared } from './program.ts'

type OperatorCommand = (typeof OPERATE)[number]

type Words = readonly (readonly [string, string])[]

const USER: Words = [['<user>', 'an id, a username or a mail address']]
const APP: Words = [['<application>', 'the id of an application']]
const JSON_OPTION = ['--json', 'print JSON'] as const
const PAGE = [
	['--after <id>', 'continue behind this id'],
	['--limit <count>', '1 to 100, else 50'],
] as const

/** What operators type, and what of it is no setting. */
const SAID: Readonly<Record<OperatorCommand, Pick<Declared, 'says' | 'words' | 'options'>>> = {
	'user list': {
		says: 'Lists accounts in the order they were made.',
		options: [['--banned', 'those who are banned'], ...PAGE],
	},
	'user show': { says: 'Shows an account, and the ban that holds for it.', words: USER },
	'user ban': {
		says: 'Bans a person: every login and every authorization ends at once.',
		words: USER,
		options: [
			['--until <time>', 'when it ends: a date, or a while such as 12h or 30d; without it the ban is for ever'],
			['--reason <text>', 'shown to the person when they sign in'],
		],
	},
	'user unban': { says: 'Lifts a ban.', words: USER },
	'user verify': { says: 'Counts the mail address of an account as confirmed.', words: USER },
	'user reset-password': { says: 'Gives an account a new password, prints it once, and ends its logins.', words: USER },
	'app list': {
		says: 'Lists applications in the order they were made.',
		options: [['--waiting', 'those that ask for scopes'], ...PAGE],
	},
	'app show': { says: 'Shows an application, and what it asks for.', words: APP },
	'app approve-scope': {
		says: 'Lets an application ask people for a scope.',
		words: [...APP, ['<scope>', 'its name']],
	},
	'app revoke-scope': {
		says: 'Says no to a scope, or takes a yes back.',
		words: [...APP, ['<scope>', 'its name']],
	},
	'app accept-terms': { says: 'Notes that the owner accepted the terms of the social layer.', words: APP },
	'app withdraw-terms': { says: 'Takes the social layer away again.', words: APP },
	'app verify': { says: 'Marks the bot of an application as verified.', words: APP },
	'app unverify': { says: 'Takes the mark away.', words: APP },
	'app approve-intent': {
		says: 'Lets an application use a privileged intent, however many people it has.',
		words: [...APP, ['<intent>', 'presences, members or message-content']],
		options: [['--until <time>', 'when it must be renewed: a date or a while; without it in a year']],
	},
	'app revoke-intent': {
		says: 'Takes a privileged intent away.',
		words: [...APP, ['<intent>', 'presences, members or message-content']],
	},
	'app approve-communication': { says: 'Frees an application of the limits of development.', words: APP },
	'app revoke-communication': { says: 'Puts the limits of development back.', words: APP },
	'app add-tester': {
		says: 'Makes a person a tester, who may link and unlink as often as they want.',
		words: [...APP, ['<user>', 'an id, a username or a mail address']],
	},
	'app remove-tester': {
		says: 'Makes a person no tester any more.',
		words: [...APP, ['<user>', 'an id, a username or a mail address']],
	},
	'app set-parent': {
		says: "Puts an application below its publisher's, for good; deletes its tokens, lobbies and players.",
		words: [...APP, ['<parent>', "the id of the publisher's application"]],
		options: [['--yes', 'really: it cannot be undone (required)']],
	},
	'gateway show': { says: 'Shows what the gateway of the running server carries.' },
	'gateway drain': {
		says: 'Sends the clients of the gateway elsewhere, a few at a time, and lets none in until it is opened.',
		options: [['--over <while>', 'how long that takes, such as 90s or 5m; without it a minute']],
	},
	'gateway open': { says: 'Lets clients into the gateway again.' },
	'operator log': {
		says: 'Prints what operators did, latest first.',
		options: [
			['--before <id>', 'continue with what was done before this'],
			['--limit <count>', '1 to 100, else 50'],
		],
	},
}

/** Their entries among the commands. */
export const OPERATOR_COMMANDS: readonly Declared[] = (Object.keys(SAID) as OperatorCommand[]).map((name) => {
	const { says, words, options = [] } = SAID[name]
	return {
		name,
		says,
		...(words ? { words } : {}),
		options: [...options, JSON_OPTION],
		load: async () => (await import('./operate.ts')).operate(name),
	}
})
