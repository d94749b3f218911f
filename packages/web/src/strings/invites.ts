/** The page of an invite. */
export const inviteStrings = {
	invite: {
		title: (guild: string) => `Join ${guild}`,
		lead: (inviter: string | undefined, channel: string) =>
			`${inviter === undefined ? 'You are invited' : `${inviter} invites you`} to #${channel}.`,
		members: (count: number) => (count === 1 ? 'One member' : `${new Intl.NumberFormat('en').format(count)} members`),
		accept: 'Accept the invite',
		as: (name: string) => `You are signed in as ${name}.`,
		joinedTitle: (guild: string) => `You are in ${guild}`,
		joined: (channel: string) => `Welcome. The invite leads to #${channel}.`,
		wasIn: 'You were a member already. The invite is as good as before.',
		home: 'Go to the start page',
		unknownTitle: 'This invite does not work',
		unknown: 'It was taken back or used up, its time is over, or it is for somebody else.',
	},
}
