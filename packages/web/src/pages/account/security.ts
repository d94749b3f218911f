import { type Html, html, type Piece } from '../../html.ts'
import { field } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { ago, dateOf } from '../../times.ts'
import { type AccountPage, accountFrame, button, form } from './frame.ts'

export interface ShownPasskey {
	id: string
	name: string
	isSynced: boolean
	/** Milliseconds since the epoch; null: never. */
	addedAt: number
	usedAt: number | null
}

export interface SecurityPage extends AccountPage {
	email: string | null
	isVerified: boolean
	sendsMail: boolean
	hasTwoStep: boolean
	codesLeft: number
	passkeys: readonly ShownPasskey[]
	/** Set where the site's address is none that passkeys can be bound to. */
	originWithoutName: string | null
}

/** How one signs in. */
export function securityPage(about: SecurityPage): string {
	const s = STRINGS.account.security
	const { hasTwoStep, codesLeft } = about
	return accountFrame(about, {
		section: 'security',
		lead: s.lead,
		body: html`${emailPanel(about)}
${panel('password', s.password, html`<p class="hint">${s.passwordLead}</p>${link('/account/password', s.changePassword)}`)}
${panel('two-step', s.twoStep, html`<p>${hasTwoStep ? s.twoStepOn : s.twoStepOff}</p>${hasTwoStep ? html`<p class="hint">${s.codesLeft(codesLeft)}</p>` : ''}${link('/account/two-step', hasTwoStep ? s.manage : s.setUp)}`)}
${passkeyPanel(about)}`,
	})
}

function panel(id: string, heading: string, body: Piece): Html {
	return html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`
}

const link = (href: string, label: string): Html =>
	html`<p><a class="button quiet small" href="${href}">${label}</a></p>`

function emailPanel(about: SecurityPage): Html {
	const s = STRINGS.account.security
	const { email, isVerified, sendsMail } = about
	const state = isVerified
		? html`<span class="state approved">${s.confirmed}</span>`
		: html`<span class="tag">${s.unconfirmed}</span>`
	const confirm = html`<p class="hint">${s.unconfirmedHint}</p>${button(about, 'confirm-email', { label: s.confirm, kind: 'primary small' })}`
	return panel(
		'email',
		s.email,
		html`${email === null ? html`<p class="hint">${s.noEmail}</p>` : html`<p>${email} ${state}</p>`}
${email !== null && !isVerified && sendsMail ? confirm : ''}
${link('/account/email', s.changeEmail)}`,
	)
}

function passkeyPanel(about: SecurityPage): Html {
	const s = STRINGS.account.security
	const { passkeys, originWithoutName } = about
	const add =
		originWithoutName === null
			? link('/account/passkeys', s.addPasskey)
			: html`<p class="note">${s.passkeysNeedName(originWithoutName)}</p>`
	return panel(
		'passkeys',
		s.passkeys,
		html`<p class="hint">${s.passkeysLead}</p>
${passkeys.length === 0 ? '' : html`<ul class="rows">${passkeys.map((passkey) => passkeyItem(about, passkey))}</ul>`}
${add}`,
	)
}

function passkeyItem(about: SecurityPage, { id, name, isSynced, addedAt, usedAt }: ShownPasskey): Html {
	const s = STRINGS.account.security
	const used = usedAt === null ? s.unused : html`${s.used} ${ago(usedAt, about.now)}`
	const newName = field({
		name: 'name',
		id: `name-${id}`,
		label: s.newName,
		type: 'text',
		autocomplete: 'off',
		value: name,
		maxLength: 60,
		isProse: true,
	})
	return html`<li>
<div><h3>${name}</h3><p class="hint">${s.added(dateOf(addedAt))} · ${used}${isSynced ? html` · ${s.synced}` : ''}</p>
<details><summary aria-label="${s.renameLabel(name)}">${s.rename}</summary>${form(about, 'rename-passkey', html`<input type="hidden" name="passkey" value="${id}">${newName}<button class="quiet small" type="submit">${STRINGS.account.save}</button>`)}</details></div>
${button(about, 'remove-passkey', { label: s.remove, says: s.removeLabel(name), fields: { passkey: id } })}
</li>`
}
