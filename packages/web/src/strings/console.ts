/** What a development server shows in place of sending it. */
export const consoleStrings = {
	console: {
		title: 'Mails',
		lead: 'This development server sends no mail. What it would have sent is here, the latest first, until it ends.',
		none: 'Nothing yet. Ask for a new password, for example, and come back.',
		to: (address: string) => `To ${address}`,
	},
}
