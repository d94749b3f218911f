import { html } from '../../html.ts'
import { field, hidden, picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import type { PersonCard } from '../consent.ts'
import { type AccountPage, accountFrame, button } from './frame.ts'

export interface ProfilePage extends AccountPage {
	person: PersonCard & { username: string; globalName: string | null }
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
<section class="panel" aria-labelledby="deletion">
<h2 id="deletion">${s.deletion}</h2>
<p class="hint">${s.deletionLead}</p>
<p><a class="button danger small" href="/account/delete">${s.deletion}</a></p>
</section>`,
	})
}
