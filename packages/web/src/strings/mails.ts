/** What mails say. Each is plain text: a greeting, paragraphs, a signature. */
export const mailStrings = {
	mails: {
		greeting: (name: string) => `Hello ${name},`,
		signature: (platform: string, origin: string) => `${platform}\n${origin}`,
		notYou: (resetLink: string) =>
			`If this was not you, choose a new password now. It ends every login to your account:\n${resetLink}`,

		'confirm-registration': {
			subject: 'Confirm your email address',
			lead: (username: string) =>
				`Somebody, hopefully you, is creating the account “${username}”. Open this link to finish:`,
			end: 'The link is good for 24 hours. If you did not ask for an account, ignore this mail: none is created.',
		},
		'already-registered': {
			subject: 'You have an account already',
			lead: (username: string) =>
				`Somebody, hopefully you, tried to create an account with this address. It belongs to the account “${username}” already. Sign in here:`,
			end: (resetLink: string) =>
				`If you have forgotten the password, choose a new one:\n${resetLink}\n\nIf it was not you, there is nothing to do: nothing has changed.`,
		},
		'confirm-address': {
			subject: 'Confirm your email address',
			lead: (username: string) => `Open this link to confirm that this address is that of the account “${username}”:`,
			end: 'The link is good for 24 hours. If you know nothing of this account, ignore this mail.',
		},
		'address-changed': {
			subject: 'Your email address was changed',
			lead: (username: string) =>
				`The account “${username}” has another email address now. This one no longer belongs to it.`,
			end: (origin: string) =>
				`If this was not you, somebody else may have your account. Write to whoever runs ${origin} at once.`,
		},
		'reset-password': {
			subject: 'Choose a new password',
			lead: (username: string) =>
				`Somebody, hopefully you, has forgotten the password of the account “${username}”. Choose a new one here:`,
			end: 'The link is good for one hour and ends every login to your account. If you did not ask for it, ignore this mail: your password stays as it is.',
		},
		'account-deleted': {
			subject: 'Your account was deleted',
			lead: (username: string) =>
				`The account “${username}” is gone, as you asked. What you wrote to others stays with them, without your name.`,
			end: 'This is the last mail about it.',
		},
		happened: {
			'password-changed': {
				subject: 'Your password was changed',
				lead: 'The password of your account was changed. Every other login to it has ended.',
			},
			'password-reset': {
				subject: 'Your password was changed',
				lead: 'A new password was chosen for your account with a link from a mail. Every login to it has ended.',
			},
			'two-step-on': {
				subject: 'Two-step sign-in is on',
				lead: 'Signing in to your account now asks for a code from your authenticator app as well.',
			},
			'two-step-off': {
				subject: 'Two-step sign-in is off',
				lead: 'Signing in to your account no longer asks for a code from an authenticator app.',
			},
			'backup-codes-renewed': {
				subject: 'You have new backup codes',
				lead: 'New backup codes were made for your account. Those of before no longer work.',
			},
			'passkey-added': {
				subject: 'A passkey was added',
				lead: 'A passkey was added to your account. Whoever holds it can sign in.',
			},
			'passkey-removed': {
				subject: 'A passkey was removed',
				lead: 'A passkey was removed from your account. It no longer signs in.',
			},
		},
		endpoint: {
			failing: {
				subject: (name: string) => `${name}: event webhooks were switched off`,
				lead: (name: string) =>
					`Almost none of the events that were sent to the webhook endpoint of ${name} were taken, so no more are sent.`,
				end: 'The log of deliveries in the developer portal says what went wrong. When the endpoint works again, switch event webhooks on there.',
			},
			events: {
				subject: (name: string) => `${name}: the webhook address was removed`,
				lead: (name: string) =>
					`The webhook endpoint of ${name} must answer requests with a wrong signature with 401. Three times in a row it did not, so its address was removed and no more events are sent.`,
				end: 'Whoever knows such an address could send it forged events. Check the signature of every request, then set the address again.',
			},
			interactions: {
				subject: (name: string) => `${name}: the interactions address was removed`,
				lead: (name: string) =>
					`The interactions endpoint of ${name} must answer requests with a wrong signature with 401. Three times in a row it did not, so its address was removed. Interactions reach the application over the gateway again.`,
				end: 'Whoever knows such an address could send it forged interactions. Check the signature of every request, then set the address again.',
			},
		},
		'token-spent': {
			subject: (name: string) => `${name}: the token of the bot was reset`,
			lead: (name: string) =>
				`The bot of ${name} began more sessions in a day than it may, so all of them were ended and its token was reset.`,
			end: 'Find out why it connects again and again, then make a new token in the developer portal.',
		},
	},
}
