import { type Html, html, type Piece, safeHref } from '../html.ts'
import { alert, hidden, page, picture } from '../layout.ts'
import { STRINGS } from '../strings/index.ts'

/** What can be wrong with an answer. */
export type ConsentProblem = keyof (typeof STRINGS)['consent']['problems']
export type PermissionWord = keyof (typeof STRINGS)['permissions']

export interface ApplicationCard {
	name: string
	iconUrl: string | null
}

export interface PersonCard {
	name: string
	avatarUrl: string | null
}

/** One thing the application gets, and what is in it where it stands for several. */
export interface ConsentScope {
	says: string
	includes: readonly string[]
}

/** Who asks, as far as that helps to decide. */
export interface AskerCard extends ApplicationCard {
	/** The platform has looked at who is behind it. */
	isVerified: boolean
	madeOn: Date
	guildCount: number
}

/** A permission of a bot, which can be taken away. */
export interface PermissionTick {
	name: PermissionWord
	/** Its bit, decimal. */
	bit: string
	/** Name of its field. */
	field: string
	isTicked: boolean
}

/** A way in which the application can be installed. */
export interface ConsentWay {
	/** 0 into a server, 1 into the account. */
	type: 0 | 1
	isChosen: boolean
	scopes: readonly ConsentScope[]
	permissions: readonly PermissionTick[]
}

interface Option {
	id: string
	name: string
	isChosen: boolean
}

export interface ConsentPage {
	application: AskerCard
	person: PersonCard
	/** What it gets, where nothing is installed; else each way has its own. */
	scopes: readonly ConsentScope[]
	ways: readonly ConsentWay[]
	/** Servers to choose from. */
	guilds: readonly Option[]
	isGuildFixed: boolean
	/** Channels to choose from, by server; null where no channel is needed. */
	places: readonly { name: string; channels: readonly Option[] }[] | null
	/** The host the person goes back to, if it is one. */
	returnsTo: string | null
	/** The person goes back to an app on the device. */
	isIntoApp: boolean
	problem: ConsentProblem | undefined
	/** Names the stored request. */
	request: string
	csrfToken: string
	/** Path of this page, to come back to with another account. */
	here: string
}

export function consentPage(consent: ConsentPage): string {
	const { application, person, ways, places, problem, request, csrfToken, here } = consent
	const s = STRINGS.consent
	const isInstall = ways.length > 0
	return page({
		title: isInstall ? s.installTitle(application.name) : s.title(application.name),
		width: 'card',
		scripts: ['consent'],
		body: html`<section class="panel consent" data-failed="${s.failed}">
<div class="pair">${picture(application.name, application.iconUrl, 'application')}<span class="between" aria-hidden="true"></span>${picture(person.name, person.avatarUrl, 'person')}</div>
<h1>${isInstall ? s.installHeading(application.name) : s.heading(application.name)}</h1>
<form class="who" method="post" action="/logout">
${hidden('csrf_token', csrfToken)}${hidden('next', `/login?${new URLSearchParams({ next: here })}`)}
<span>${s.account(person.name)}</span> <button class="link" type="submit">${s.switchAccount}</button>
</form>
${alert(problem && STRINGS.consent.problems[problem])}
<form id="decision" class="choices" method="post" action="/oauth2/authorize">
${hidden('csrf_token', csrfToken)}${hidden('request', request)}${hidden('here', here)}
${isInstall ? installParts(consent) : scopeList(consent.scopes, '')}
${places && placePicker(places)}
<p class="note">${wayBack(consent)} ${isOnlyInServer(consent) ? s.revocableInServer : s.revocable}</p>
${askerNote(application)}
<div class="decision">
<button class="quiet" type="submit" name="authorize" value="false" formnovalidate>${s.cancel}</button>
<button class="primary" type="submit" name="authorize" value="true"${canBeAllowed(consent) ? '' : html` disabled`}>${isInstall ? s.install : s.authorize}</button>
</div>
</form>
</section>
<section class="panel done" hidden tabindex="-1">
<h1>${s.done}</h1>
<p class="lead">${s.doneLead(application.name)}</p>
</section>`,
	})
}

/** Where nothing could be chosen, nothing can be allowed. */
function canBeAllowed({ ways, guilds, places }: ConsentPage): boolean {
	if (places) return places.length > 0
	return ways.length === 0 || ways.some(({ type }) => type === 1) || guilds.length > 0
}

/** What is added to a server and gets nothing of the person is not theirs to remove. */
function isOnlyInServer({ ways, returnsTo, isIntoApp }: ConsentPage): boolean {
	return ways.length > 0 && ways.every(({ type }) => type === 0) && returnsTo === null && !isIntoApp
}

function wayBack({ returnsTo, isIntoApp }: ConsentPage): Piece {
	const s = STRINGS.consent
	if (isIntoApp) return s.returnsToApp
	return returnsTo === null ? '' : html`${s.returnsTo} <strong>${returnsTo}</strong>.`
}

/** What a person may want to know of who asks. */
function askerNote({ isVerified, madeOn, guildCount }: AskerCard): Html {
	const s = STRINGS.consent
	return html`<ul class="asker">${isVerified ? html`<li class="verified">${s.verified}</li>` : ''}<li>${s.madeOn(madeOn)}</li><li>${s.guildCount(guildCount)}</li></ul>`
}

/** Which way, where there are two; then what comes with each: one is seen at a time. */
function installParts({ ways, guilds, isGuildFixed, places }: ConsentPage): Html {
	const s = STRINGS.consent
	const [only] = ways.length === 1 ? ways : []
	const chosen = only ?? ways.find(({ isChosen }) => isChosen) ?? ways[0]
	return html`${only ? hidden('integration_type', String(only.type)) : wayPicker(ways, chosen)}
${ways.map(
	(way) => html`<div class="way way-${way.type}">
${way.type === 0 && !places ? guildPicker(guilds, isGuildFixed) : ''}
${scopeList(way.scopes, `-${way.type}`, s.leadInstall)}
${way.permissions.length > 0 ? permissionTicks(way.permissions) : ''}
</div>`,
)}`
}

function wayPicker(ways: readonly ConsentWay[], chosen: ConsentWay | undefined): Html {
	const s = STRINGS.consent
	return html`<fieldset class="where"><legend>${s.where}</legend>
${ways.map(
	(
		way,
	) => html`<label class="choice"><input type="radio" name="integration_type" value="${way.type}"${way === chosen ? html` checked` : ''}>
<span><strong>${way.type === 0 ? s.toServer : s.toAccount}</strong><span class="hint">${way.type === 0 ? s.toServerHint : s.toAccountHint}</span></span></label>`,
)}
</fieldset>`
}

function scopeList(scopes: readonly ConsentScope[], key: string, lead: string = STRINGS.consent.lead): Html {
	return html`<div class="gets"><p class="lead" id="asks${key}">${lead}</p>
<ul class="scopes" aria-labelledby="asks${key}">${scopes.map(scopeItem)}</ul></div>`
}

function guildPicker(guilds: readonly Option[], isFixed: boolean): Html {
	const s = STRINGS.consent
	if (guilds.length === 0) return html`<p class="alert">${isFixed ? s.notThisServer : s.noServers}</p>`
	const [only] = guilds.length === 1 && isFixed ? guilds : []
	if (only) return html`${hidden('guild_id', only.id)}<p class="fixed">${s.server}: <strong>${only.name}</strong></p>`
	return html`<div class="field"><label for="guild">${s.server}</label>
<select id="guild" name="guild_id" aria-describedby="guild-hint"><option value="">${s.chooseServer}</option>${guilds.map(option)}</select>
<p class="hint" id="guild-hint">${s.serverHint}</p></div>`
}

function placePicker(places: NonNullable<ConsentPage['places']>): Html {
	const s = STRINGS.consent
	if (places.length === 0) return html`<p class="alert">${s.noChannels}</p>`
	return html`<div class="field"><label for="channel">${s.channel}</label>
<select id="channel" name="webhook_channel_id" aria-describedby="channel-hint"><option value="">${s.chooseChannel}</option>
${places.map(({ name, channels }) => html`<optgroup label="${name}">${channels.map(({ name, ...rest }) => option({ ...rest, name: `#${name}` }))}</optgroup>`)}
</select>
<p class="hint" id="channel-hint">${s.channelHint}</p></div>`
}

const option = ({ id, name, isChosen }: Option): Html =>
	html`<option value="${id}"${isChosen ? html` selected` : ''}>${name}</option>`

function permissionTicks(permissions: readonly PermissionTick[]): Html {
	const s = STRINGS.consent
	return html`<fieldset class="ticks">${hidden('ticks', '1')}<legend>${s.permissions}</legend><p class="hint">${s.permissionsHint}</p>
${permissions.map(({ name, bit, field, isTicked }) => html`<label class="choice"><input type="checkbox" name="${field}" value="${bit}"${isTicked ? html` checked` : ''}><span>${STRINGS.permissions[name]}</span></label>`)}
</fieldset>`
}

export function scopeItem({ says, includes }: ConsentScope): Html {
	if (includes.length === 0) return html`<li>${says}</li>`
	return html`<li>${says}<details><summary>${STRINGS.consent.details}</summary><ul>${includes.map((part) => html`<li>${part}</li>`)}</ul></details></li>`
}

/** Takes a browser without scripts back to the application. */
export function returningPage({ application, location }: { application: ApplicationCard; location: string }): string {
	const s = STRINGS.returning
	return page({
		title: s.title(application.name),
		width: 'card',
		goesTo: safeHref(location),
		body: html`<section class="panel centred">
${picture(application.name, application.iconUrl, 'application')}
<h1>${s.title(application.name)}</h1>
<p class="lead">${s.lead}</p>
<a class="button primary" href="${safeHref(location)}">${s.go(application.name)}</a>
</section>`,
	})
}

/** The person's mail address is not confirmed, so nothing can be allowed. */
export function unverifiedPage({ application, location }: { application: ApplicationCard; location: string }): string {
	const s = STRINGS.unverified
	return page({
		title: s.title,
		width: 'card',
		body: html`<section class="panel centred">
${picture(application.name, application.iconUrl, 'application')}
<h1>${s.title}</h1>
<p class="lead">${s.lead(application.name)}</p>
<a class="button primary" href="/account/security">${s.confirm}</a>
<a class="button quiet" href="${safeHref(location)}">${s.cancel(application.name)}</a>
</section>`,
	})
}

/** The application is installed from a page of its own. */
export function elsewherePage({ application, url }: { application: ApplicationCard; url: string }): string {
	const s = STRINGS.elsewhere
	return page({
		title: s.title(application.name),
		width: 'card',
		body: html`<section class="panel centred">
${picture(application.name, application.iconUrl, 'application')}
<h1>${s.title(application.name)}</h1>
<p class="lead">${s.lead} <strong>${new URL(url).host}</strong>.</p>
<a class="button primary" href="${safeHref(url)}" rel="noreferrer">${s.go}</a>
</section>`,
	})
}
