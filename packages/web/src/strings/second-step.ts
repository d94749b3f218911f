/** The second step of signing in, and passkeys. */
export const secondStepStrings = {
	secondStep: {
		title: 'One more step',
		lead: 'Enter the code of your authenticator app.',
		code: 'Code',
		codeHint: 'Six digits, or one of your backup codes.',
		submit: 'Sign in',
		wrong: 'That code is not right, or was used already. Wait for the next one and try again.',
		expired: 'That took too long. Please sign in again.',
		back: 'Start again',
	},

	passkey: {
		or: 'or',
		signIn: 'Sign in with a passkey',
		instead: 'Use a passkey instead',
		/** Said by the script of a page. */
		failed: 'That did not work. Please try again.',
		cancelled: 'No passkey was used. You can try again.',
		problems: {
			refused: 'This passkey does not open this account, or it took too long. Please try again.',
			known: 'This passkey is added already.',
			'too-many': 'You have as many passkeys as there can be. Remove one first.',
			unproved: 'Please load this page again and prove who you are.',
			expired: 'That took too long. Please load this page again.',
			unavailable: 'Passkeys do not work at this address.',
		},
	},
}
