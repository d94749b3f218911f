/** Every sentence of the pages. Another language is another object of this type. */
export const STRINGS = {
	platform: 'Guildhall',
	skip: 'Skip to content',

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
		api: 'HTTP API',
		gateway: 'Gateway',
		discovery: 'OpenID configuration',
	},

	login: {
		title: 'Welcome back',
		lead: 'Sign in to continue.',
		name: 'Username or email',
		password: 'Password',
		submit: 'Sign in',
		noAccount: 'New here?',
		register: 'Create an account',
		wrong: 'That username and password do not match. Please try again.',
		limited: (minutes: number) =>
			`Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
	},

	register: {
		title: 'Create your account',
		lead: 'One account for every game on this platform.',
		username: 'Username',
		usernameHint: '2 to 32 characters. This is how friends find you.',
		email: 'Email',
		emailHint: 'Only you can see it.',
		password: 'Password',
		passwordHint: 'At least 10 characters. A few random words work well.',
		submit: 'Create account',
		hasAccount: 'Already have an account?',
		signIn: 'Sign in',
		closed: 'New accounts cannot be created here at the moment.',
		limited: 'Too many accounts were created from your network. Please try again in an hour.',
		problems: {
			username: {
				length: 'Choose a name of 2 to 32 characters.',
				characters: 'This name has characters that are not allowed.',
				reserved: 'This name is reserved. Please choose another.',
				taken: 'This name is taken. Please choose another.',
			},
			email: {
				form: 'Enter a complete email address.',
				taken: 'This address cannot be used. If it is yours, sign in instead.',
			},
			password: {
				'too-short': 'Use at least 10 characters.',
				'too-long': 'Use at most 256 characters.',
				common: 'This password is easy to guess. Please choose another.',
			},
		},
	},

	consent: {
		title: (application: string) => `Authorize ${application}`,
		heading: (application: string) => `${application} would like to use your account`,
		lead: 'It would be able to:',
		details: 'What this includes',
		account: (name: string) => `Signed in as ${name}`,
		switchAccount: 'Switch account',
		authorize: 'Authorize',
		cancel: 'Cancel',
		/** Followed by the name of a site. */
		returnsTo: 'Afterwards you return to',
		returnsToApp: 'Afterwards you return to the app on this device.',
		revocable: 'You can remove its access at any time in your account.',
		done: 'All set',
		doneLead: (application: string) => `You can go back to ${application}.`,
		failed: 'That did not work. Please go back to the app and start again.',
	},

	returning: {
		title: (application: string) => `Back to ${application}`,
		lead: 'You are on your way back.',
		go: (application: string) => `Return to ${application}`,
	},

	unverified: {
		title: 'Confirm your email first',
		lead: (application: string) =>
			`${application} can use your account once your email address is confirmed. Then start again from the app.`,
		cancel: (application: string) => `Return to ${application}`,
	},

	authorized: {
		title: 'Authorized',
		lead: 'You can close this window and go back to the app.',
	},

	failure: {
		title: 'This request cannot be completed',
		lead: 'The link you followed is not valid. Nothing was shared with the app that sent you here.',
		details: 'For the developer of the app',
		home: 'Go to the start page',
		expired: 'This page is no longer valid. Go back to the app and start again.',
		foreign: (origin: string) => `This form was not sent from ${origin}. Open the page there and try again.`,
		notFound: 'There is no page at this address.',
		notFoundTitle: 'Page not found',
	},

	account: {
		title: 'Your account',
		username: 'Username',
		email: 'Email',
		unconfirmed: 'not confirmed',
		signOut: 'Sign out',
		applications: 'Connected apps',
		applicationsLead: 'These apps and games can use your account.',
		none: 'No app uses your account.',
		since: (date: string) => `Since ${date}`,
		remove: 'Remove',
		removeLabel: (application: string) => `Remove ${application}`,
		removed: 'The app no longer has access to your account.',
	},
}

/** The person that a name belongs to, for avatars without a picture. */
export function initialOf(name: string): string {
	return [...name.trim()][0]?.toUpperCase() ?? '?'
}
