import { html } from '../html.ts'
import { alert, page, picture } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'
import { type AccountPage, button } from './account/frame.ts'

/** What an invite leads to. */
export interface InviteCard {
	guildName: string
	iconUrl: string | null
	channelName: string
	inviterName?: string | undefined
	memberCount: number
}

/** Asks whether the person wants to come in. */
export function invitePage(about: AccountPage & { invite: InviteCard; personName: string }): string {
	const s = STRINGS.invite
	const { guildName, iconUrl, channelName, inviterName, memberCount } = about.invite
	return page({
		title: s.title(guildName),
		width: 'card',
		body: html`<section class="panel centred">
${picture(guildName, iconUrl, 'application')}
<h1>${s.title(guildName)}</h1>
<p class="lead">${s.lead(inviterName, channelName)}</p>
<p class="hint">${s.members(memberCount)}</p>
${alert(about.problems?.[''])}
${button(about, 'accept', { label: s.accept, kind: 'primary' })}
<p class="hint">${s.as(about.personName)}</p>
</section>`,
	})
}

/** Says that they are in. */
export function joinedPage({ guildName, iconUrl, channelName, isNew }: InviteCard & { isNew: boolean }): string {
	const s = STRINGS.invite
	return page({
		title: s.joinedTitle(guildName),
		width: 'card',
		body: html`<section class="panel centred">
${picture(guildName, iconUrl, 'application')}
<h1>${s.joinedTitle(guildName)}</h1>
<p class="lead" role="status">${isNew ? s.joined(channelName) : s.wasIn}</p>
<a class="button quiet" href="/">${s.home}</a>
</section>`,
	})
}

/** Says that the invite is none, or none any more. */
export function unknownInvitePage(): string {
	const s = STRINGS.invite
	return page({
		title: s.unknownTitle,
		width: 'card',
		body: html`<section class="panel centred">
<h1>${s.unknownTitle}</h1>
<p class="lead">${s.unknown}</p>
<a class="button quiet" href="/">${s.home}</a>
</section>`,
	})
}
