/** What an application asks for, and the way back to it. */
export const consentStrings = {
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
}
