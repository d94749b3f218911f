/** The start page, and pages that say that something is not there. */
export const siteStrings = {
	home: {
		title: 'Guildhall',
		tagline: 'A home for the people who play your games.',
		about:
			'One account for every game here: friends, presence, lobbies, messages and voice. Games ask before they use it, and you can take it back at any time.',
		signIn: 'Sign in',
		register: 'Create an account',
		account: 'Your account',
		signedInAs: (name: string) => `You are signed in as ${name}.`,
		developers: 'For developers',
		portalLead: 'Games, bots and sites are applications here.',
		portal: 'Make one, or look after yours.',
		api: 'HTTP API',
		gateway: 'Gateway',
		discovery: 'OpenID configuration',
		mails: 'Mails',
		console: 'Mails that this development server would have sent',
	},

	failure: {
		title: 'This request cannot be completed',
		lead: 'The link you followed is not valid. Nothing was shared with the app that sent you here.',
		details: 'For the developer of the app',
		home: 'Go to the start page',
		expired: 'This page is no longer valid. Go back to the app and start again.',
		foreign: (origin: string) => `This form was not sent from ${origin}. Open the page there and try again.`,
		linkTitle: 'This link no longer works',
		link: 'It was used already, or its time is over. Ask for a new one where you asked for this one.',
		bannedTitle: 'This account is banned',
		banned: (until: number | null, reason: string | null) =>
			[
				until === null
					? 'It cannot be used here any more.'
					: `It can be used again from ${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(until)} UTC.`,
				reason === null ? '' : `The reason given: ${reason}`,
			]
				.join(' ')
				.trim(),
		notFound: 'There is no page at this address.',
		notFoundTitle: 'Page not found',
	},
}
