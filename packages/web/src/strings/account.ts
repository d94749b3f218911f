/** A person's account. */
export const accountStrings = {
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
