/** Signing in and registering. */
export const signInStrings = {
	login: {
		title: 'Welcome back',
		lead: 'Sign in to continue.',
		name: 'Username or email',
		password: 'Password',
		submit: 'Sign in',
		noAccount: 'New here?',
		register: 'Create an account',
		wrong: 'That username and password do not match. Please try again.',
		limited: (wait: string) => `Too many attempts. Please wait ${wait} and try again.`,
		forgot: 'Forgot your password?',
		hasReset: 'Your password is changed, and every login has ended. Sign in with the new one.',
	},

	/** How long somebody has to wait. */
	wait: {
		seconds: (seconds: number) => (seconds === 1 ? 'a second' : `${seconds} seconds`),
		minutes: (minutes: number) => (minutes === 1 ? 'a minute' : `${minutes} minutes`),
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
}
