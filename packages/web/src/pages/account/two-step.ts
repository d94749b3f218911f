import encodeQR from 'qr'
import { Html, html } from '../../html.ts'
import { field } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { type AccountPage, accountFrame, button, form } from './frame.ts'

export interface TwoStepPage extends AccountPage {
	state:
		| { kind: 'off' }
		/** Being set up: the secret as it is typed, and the address that the picture holds. */
		| { kind: 'pending'; secret: string; address: string }
		| { kind: 'on'; codesLeft: number }
}

/** The second step of signing in: off, being set up, or on. */
export function twoStepPage(about: TwoStepPage): string {
	const s = STRINGS.account.twoStep
	return accountFrame(about, {
		section: 'security',
		title: s.title,
		body: html`<section class="panel">${bodyOf(about)}</section>`,
	})
}

function bodyOf(about: TwoStepPage): Html {
	const s = STRINGS.account.twoStep
	const { state } = about
	switch (state.kind) {
		case 'off':
			return html`<p>${s.offLead}</p>${button(about, 'begin', { label: s.begin, kind: 'primary' })}`
		case 'pending':
			return html`<div class="scan"><div class="qr" role="img" aria-label="${s.qrLabel}">${qrOf(state.address)}</div>
<div><h2>${s.scan}</h2><p class="hint">${s.orType}</p><p><code class="secret">${grouped(state.secret)}</code></p></div></div>
${form(about, 'enable', html`${codeField(about.problems?.code)}<button class="primary" type="submit">${s.enable}</button>`)}
${button(about, 'begin', { label: s.again, kind: 'link' })}`
		case 'on':
			return html`<p>${s.onLead}</p>
<div class="ways"><div><h2>${s.codes}</h2><p class="hint">${STRINGS.account.security.codesLeft(state.codesLeft)} ${s.renewHint}</p></div>${button(about, 'renew', { label: s.renew })}</div>
<div class="ways"><div><h2>${s.disable}</h2><p class="hint">${s.disableHint}</p></div>${button(about, 'disable', { label: s.disable, kind: 'danger small' })}</div>`
		default:
			return state satisfies never
	}
}

function codeField(problem: string | undefined): Html {
	const s = STRINGS.account.twoStep
	return field({
		name: 'code',
		label: s.code,
		type: 'text',
		inputMode: 'numeric',
		autocomplete: 'one-time-code',
		hint: s.codeHint,
		problem,
		isFirst: true,
		maxLength: 12,
	})
}

/** A picture made of squares that takes the page's colours never: readers of codes want dark on light. */
function qrOf(text: string): Html {
	// The library writes markup of numbers alone.
	return new Html(encodeQR(text, 'svg', { ecc: 'medium', border: 2 }))
}

const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

export interface BackupCodesPage extends AccountPage {
	codes: readonly string[]
	username: string
	origin: string
}

/** Backup codes, shown this once. */
export function backupCodesPage(about: BackupCodesPage): string {
	const s = STRINGS.account.twoStep
	const { codes, username, origin } = about
	const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${s.fileHead(username, origin)}\n${codes.join('\n')}\n`)}`
	return accountFrame(about, {
		section: 'security',
		title: s.codesTitle,
		lead: s.codesLead,
		body: html`<section class="panel" role="status">
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p class="actions"><a class="button primary" href="/account/security">${s.done}</a><a class="button quiet" href="${file}" download="${s.fileName}">${s.download}</a></p>
</section>`,
	})
}
