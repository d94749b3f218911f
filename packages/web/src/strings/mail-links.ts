/** What links in mails open, and the pages that ask for them. */
export const mailLinkStrings = {
	registrationSent: {
		title: 'Check your mail',
		/** Followed by the address. */
		lead: 'We have written to',
		hint: 'Open the link in the mail to finish. It is good for 24 hours. Nothing there? Look among unwanted mail, or let us write again.',
		again: 'Send the mail again',
		other: 'Use another address',
		reminded: 'The mail is on its way again.',
		enough: 'There were several mails to this address already. Please look for them, or try again in an hour.',
	},

	confirmRegistration: {
		title: 'Finish your account',
		/** Between a username and a mail address. */
		lead: 'The account',
		with: 'with the address',
		password: 'Password',
		passwordHint: 'The one you chose when you registered. This browser does not know you yet.',
		username: 'Username',
		usernameHint: 'Somebody else took the name you chose. 2 to 32 characters.',
		submit: 'Create account',
		wrongPassword: 'That is not the password you registered with. Please try again.',
		limited: 'Too many attempts. Please wait a quarter of an hour and try again.',
	},

	confirmAddress: {
		title: 'Confirm your address',
		/** Between a mail address and a username. */
		lead: 'From now on',
		of: 'is the address of the account',
		submit: 'Confirm',
		done: 'Your address is confirmed',
		doneLead: 'Apps and games can use your account now, if you let them.',
		account: 'Your account',
	},

	reset: {
		title: 'Choose a new password',
		lead: 'Tell us who you are. We send a link to the address of the account.',
		name: 'Username or email',
		submit: 'Send the link',
		back: 'Back to sign-in',
		none: 'This server sends no mail. Ask whoever runs it for a new password.',
		limited: 'Too many links were asked for from your network. Please try again in an hour.',
		sentTitle: 'Check your mail',
		sentLead:
			'If there is such an account, a link to a new password is on its way to its address. It is good for one hour.',
		sentHint: 'Nothing there? Look among unwanted mail. Perhaps the account has another address.',
	},

	newPassword: {
		title: 'Choose a new password',
		lead: (username: string) => `For the account ${username}. Every login to it ends.`,
		password: 'New password',
		submit: 'Change password',
	},
}
