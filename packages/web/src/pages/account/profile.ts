import { type Html, html } from '../../html.ts'
import { field, hidden, picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import type { PersonCard } from '../consent.ts'
import { type AccountPage, accountFrame, button, form } from './frame.ts'

export interface ProfilePage extends AccountPage {
	person: PersonCard & { username: string; globalName: string | null }
	/** The tags that can be worn, and the guild whose tag is. */
	tags: readonly ShownTag[]
	wornGuildId: string | null
}

/** A guild's tag, with its badge. */
export interface ShownTag {
	guildId: string
	guild: string
	tag: string
	badgeUrl: string | null
}

/** How one is seen by others. */
export function profilePage(about: ProfilePage): string {
	const { person, problems, typed, csrfToken, here } = about
	const s = STRINGS.account.profile
	return accountFrame(about, {
		section: 'profile',
		title: person.name,
		lead: s.lead,
		body: html`<section class="panel">
<form method="post" action="${here}" enctype="multipart/form-data">
${hidden('csrf_token', csrfToken)}${hidden('act', 'save')}
<div class="field">
<label for="picture">${s.picture}</label>
<div class="icon">${picture(person.name, person.avatarUrl, 'person')}<input id="picture" name="picture" type="file" accept="image/png,image/jpeg,image/gif,image/webp,image/avif" aria-describedby="picture-hint"></div>
<p class="hint" id="picture-hint">${s.pictureHint}</p>
${problems?.picture ? html`<p class="problem">${s.problems.picture}</p>` : ''}
</div>
${field({ name: 'name', label: s.name, type: 'text', autocomplete: 'nickname', value: typed?.name ?? person.globalName ?? '', hint: s.nameHint, problem: problems?.name, maxLength: 32, isOptional: true, isProse: true })}
${field({ name: 'username', label: s.username, type: 'text', autocomplete: 'username', value: typed?.username ?? person.username, hint: s.usernameHint, problem: problems?.username, maxLength: 32 })}
<p><button class="primary" type="submit">${STRINGS.account.save}</button></p>
</form>
${person.avatarUrl === null ? '' : button(about, 'remove-picture', { label: s.removePicture })}
</section>
${tagPanel(about)}
<section class="panel" aria-labelledby="deletion">
<h2 id="deletion">${s.deletion}</h2>
<p class="hint">${s.deletionLead}</p>
<p><a class="button danger small" href="/account/delete">${s.deletion}</a></p>
</section>`,
	})
}

function tagPanel(about: ProfilePage): Html {
	const s = STRINGS.account.profile
	const { tags, wornGuildId, problems } = about
	if (tags.length === 0) {
		return html`<section class="panel" aria-labelledby="tag"><h2 id="tag">${s.tag}</h2><p class="hint">${s.noTags}</p></section>`
	}
	const choice = (value: string, isWorn: boolean, label: Html) =>
		html`<label class="choice"><input type="radio" name="guild" value="${value}"${isWorn && html` checked`}><span>${label}</span></label>`
	const choices = tags.map(({ guildId, guild, tag, badgeUrl }) => {
		const badge = badgeUrl === null ? '' : html`<img class="badge" src="${badgeUrl}" alt="" width="16" height="16"> `
		return choice(
			guildId,
			guildId === wornGuildId,
			html`${badge}<strong class="letters">${tag}</strong> ${s.tagOf(guild)}`,
		)
	})
	return html`<section class="panel">${form(
		about,
		'tag',
		html`<fieldset><legend>${s.tag}</legend><p class="hint">${s.tagLead}</p>
${problems?.guild ? html`<p class="problem">${problems.guild}</p>` : ''}
${choices}${choice('', wornGuildId === null, html`${s.noTag}`)}</fieldset>
<p><button class="primary" type="submit">${STRINGS.account.save}</button></p>`,
	)}</section>`
}
