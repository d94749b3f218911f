import { html } from '../../html.ts'
import { hidden, picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import { act, facts, itemAct, type SectionPage, sectionPage } from './frame.ts'
import { area, choice, line, tick } from './inputs.ts'

const S = STRINGS.portal
const dated = (time: number) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time)

export interface GeneralSection extends SectionPage {
	section: 'general'
	iconUrl: string | null
	description: string
	tags: readonly string[]
	termsUrl: string
	privacyUrl: string
	publicKey: string
	servers: number
	players: number
}

export function generalSection(about: GeneralSection): string {
	const s = S.general
	const { application, iconUrl, description, tags, termsUrl, privacyUrl } = about
	return sectionPage(
		about,
		s.lead,
		html`${act(about, {
			name: 'save',
			submit: S.save,
			hasFile: true,
			fields: [
				html`<div class="icon">${picture(application.name, iconUrl, 'application')}${line(about, { name: 'icon', label: s.icon, hint: s.iconHint, type: 'file' })}</div>`,
				iconUrl === null ? '' : tick(about, { name: 'no_icon', label: s.noIcon, isOn: false }),
				line(about, {
					name: 'name',
					label: S.name,
					hint: S.nameHint,
					value: application.name,
					isRequired: true,
					maxLength: 32,
				}),
				area(about, {
					name: 'description',
					label: s.description,
					hint: s.descriptionHint,
					value: description,
					maxLength: 400,
				}),
				line(about, { name: 'tags', label: s.tags, hint: s.tagsHint, value: tags.join(', ') }),
				line(about, { name: 'terms_of_service_url', label: s.terms, hint: s.pageHint, value: termsUrl, type: 'url' }),
				line(about, { name: 'privacy_policy_url', label: s.privacy, hint: s.pageHint, value: privacyUrl, type: 'url' }),
			],
		})}
<section class="panel">${facts([
			[s.id, html`<code>${application.id}</code>`],
			[s.publicKey, html`<code>${about.publicKey}</code><p class="hint">${s.publicKeyHint}</p>`],
			[s.servers, about.servers],
			[s.players, about.players],
		])}</section>`,
	)
}

export interface OAuthSection extends SectionPage {
	section: 'oauth'
	isPublicClient: boolean
	secrets: readonly { id: string; createdAt: number }[]
	redirectUris: readonly string[]
	/** How a redirect into the platform's own app would look. */
	standardRedirect: string
	/** Opens the consent page; null while there is no redirect URI. */
	authorizeUrl: string | null
}

export function oauthSection(about: OAuthSection): string {
	const s = S.oauth
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel">${facts([[s.clientId, html`<code>${about.application.id}</code>`]])}</section>
${act(about, { name: 'client', heading: s.client, submit: S.save, fields: tick(about, { name: 'public_client', label: s.publicClient, hint: s.publicClientHint, isOn: about.isPublicClient }) })}
<section class="panel" aria-labelledby="secrets">
<h2 id="secrets">${s.secrets}</h2>
<p class="hint">${s.secretsLead}</p>
<ul class="rows">${about.secrets.map(({ id, createdAt }) => {
			const date = dated(createdAt)
			return html`<li><div>${s.secretMade(date)}</div>${about.secrets.length < 2 ? '' : itemAct(about, { name: 'remove-secret', fields: { secret: id }, label: s.removeSecret, says: s.removeSecretLabel(date) })}</li>`
		})}</ul>
${itemAct(about, { name: 'add-secret', fields: {}, label: s.addSecret, says: s.addSecret })}
</section>
<section class="panel" aria-labelledby="redirects">
<h2 id="redirects">${s.redirects}</h2>
<p class="hint">${about.redirectUris.length === 0 ? s.noRedirects : s.redirectsLead}</p>
${about.redirectUris.length === 0 ? '' : html`<ul class="rows">${about.redirectUris.map((uri, index) => html`<li><div><code>${uri}</code>${index === 0 && about.redirectUris.length > 1 ? html` <span class="hint">(${s.first})</span>` : ''}</div>${itemAct(about, { name: 'remove-redirect', fields: { uri }, label: s.removeRedirect, says: s.removeRedirectLabel(uri) })}</li>`)}</ul>`}
</section>
${act(about, {
	name: 'add-redirect',
	submit: s.addRedirect,
	fields: line(about, {
		name: 'redirect_uri',
		label: s.redirect,
		hint: s.redirectHint(about.standardRedirect),
		isRequired: true,
		maxLength: 2048,
		check: 'redirect_uri',
	}),
})}
${about.authorizeUrl === null ? '' : html`<section class="panel" aria-labelledby="link"><h2 id="link">${s.link}</h2><p class="hint">${s.linkLead}</p><p><a href="${about.authorizeUrl}"><code>${about.authorizeUrl}</code></a></p></section>`}`,
	)
}

export interface BotSection extends SectionPage {
	section: 'bot'
	isPublic: boolean
	requiresCodeGrant: boolean
	intents: { presence: boolean; members: boolean; content: boolean }
}

export function botSection(about: BotSection): string {
	const s = S.bot
	return sectionPage(
		about,
		s.lead,
		html`${act(about, { name: 'reset', heading: s.token, lead: s.tokenLead, submit: s.reset, isDangerous: true })}
${act(about, {
	name: 'access',
	heading: s.access,
	submit: S.save,
	fields: [
		tick(about, { name: 'bot_public', label: s.isPublic, hint: s.isPublicHint, isOn: about.isPublic }),
		tick(about, { name: 'code_grant', label: s.codeGrant, hint: s.codeGrantHint, isOn: about.requiresCodeGrant }),
	],
})}
${act(about, {
	name: 'intents',
	heading: s.intents,
	lead: s.intentsLead,
	submit: S.save,
	fields: [
		tick(about, { name: 'presence', label: s.presence, hint: s.presenceHint, isOn: about.intents.presence }),
		tick(about, { name: 'members', label: s.members, hint: s.membersHint, isOn: about.intents.members }),
		tick(about, { name: 'content', label: s.content, hint: s.contentHint, isOn: about.intents.content }),
	],
})}`,
	)
}

/** What is asked for in one way of installing. */
export interface InstallWay {
	isOn: boolean
	scopes: string
	permissions: string
}

export interface InstallSection extends SectionPage {
	section: 'install'
	guild: InstallWay
	user: InstallWay
	customUrl: string
	link: string
}

export function installSection(about: InstallSection): string {
	const s = S.install
	const way = (name: 'guild' | 'user', { isOn, scopes, permissions }: InstallWay) => {
		const at = `integration_types_config.${name === 'guild' ? 0 : 1}.oauth2_install_params`
		return html`${tick(about, { name, label: s[name], hint: name === 'guild' ? s.guildHint : s.userHint, isOn })}
${line(about, { name: `${name}_scopes`, label: s.scopes, value: scopes, problemAt: `${at}.scopes` })}
${name === 'user' ? '' : line(about, { name: `${name}_permissions`, label: s.permissions, hint: s.permissionsHint, value: permissions, problemAt: `${at}.permissions` })}`
	}
	return sectionPage(
		about,
		s.lead,
		html`${act(about, {
			name: 'save',
			submit: S.save,
			fields: [
				way('guild', about.guild),
				way('user', about.user),
				line(about, {
					name: 'custom_install_url',
					label: s.custom,
					hint: s.customHint,
					value: about.customUrl,
					type: 'url',
				}),
			],
		})}
<section class="panel" aria-labelledby="link"><h2 id="link">${s.link}</h2><p><a href="${about.link}"><code>${about.link}</code></a></p></section>`,
	)
}

export interface ScopesSection extends SectionPage {
	section: 'scopes'
	hasSocialTerms: boolean
	social: readonly { name: string; says: string }[]
	operator: readonly { name: string; says: string; state: 'approved' | 'requested' | 'open' }[]
}

export function scopesSection(about: ScopesSection): string {
	const s = S.scopes
	const { hasSocialTerms, social, operator } = about
	const canAsk = operator.some(({ state }) => state !== 'approved')
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel" aria-labelledby="social">
<h2 id="social">${s.social}</h2>
<p class="hint">${s.socialLead}</p>
<ul class="rows">${social.map(({ name, says }) => html`<li><div><code>${name}</code><p class="hint">${says}</p></div></li>`)}</ul>
${hasSocialTerms ? html`<p class="status">${s.termsAccepted}</p>` : ''}
</section>
${hasSocialTerms ? '' : act(about, { name: 'accept-terms', submit: s.acceptTerms, fields: html`<p>${s.terms}</p>` })}
${act(about, {
	name: 'ask',
	heading: s.operator,
	lead: s.operatorLead,
	submit: s.ask,
	fields: [
		html`<div class="ticks">${operator.map(({ name, says, state }) => tick(about, { name: `scope.${name}`, label: html`<code>${name}</code> <span class="state ${state}">${s.states[state]}</span>`, hint: says, isOn: state !== 'open', isDisabled: state === 'approved' }))}</div>`,
		canAsk ? area(about, { name: 'reason', label: s.reason, isRequired: true, maxLength: 1000 }) : '',
	],
})}`,
	)
}

export interface OwnershipSection extends SectionPage {
	section: 'ownership'
	owner: string
	team: { id: string; name: string } | null
	/** Teams that it can be given to. */
	teams: readonly { id: string; name: string }[]
	canDelete: boolean
}

export function ownershipSection(about: OwnershipSection): string {
	const s = S.ownership
	const { team, teams, canDelete, application } = about
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel">${facts([
			[s.owner, about.owner],
			...(team === null ? [] : [[s.team, html`<a href="/developers/teams/${team.id}">${team.name}</a>`] as const]),
		])}</section>
${
	canDelete && teams.length > 0
		? act(about, {
				name: 'move',
				heading: s.move,
				lead: s.moveLead,
				submit: s.moveButton,
				isDangerous: true,
				fields: choice(about, {
					name: 'team',
					label: s.moveTo,
					options: teams.map(({ id, name }) => [id, name] as const),
				}),
			})
		: ''
}
${
	canDelete
		? act(about, {
				name: 'delete',
				heading: s.remove,
				lead: s.removeLead,
				submit: s.removeButton,
				isDangerous: true,
				fields: line(about, { name: 'confirm', label: s.removeName, hint: application.name, isRequired: true }),
			})
		: ''
}`,
	)
}

type ProviderTypeName = keyof (typeof STRINGS)['portal']['identities']['types']

/** A service whose word is taken. */
export interface ProviderItem {
	id: string
	type: ProviderTypeName
	issuer: string
	audiences: readonly string[]
	ticketIdentity: string
}

export interface IdentitiesSection extends SectionPage {
	section: 'identities'
	providers: readonly ProviderItem[]
	/** The one that is being changed; undefined while another is being added. */
	edited?: ProviderItem | undefined
}

export function identitiesSection(about: IdentitiesSection): string {
	const s = S.identities
	const { providers, edited } = about
	const types = Object.entries(s.types) as [ProviderTypeName, string][]
	const nameOf = ({ type, issuer }: ProviderItem) => (type === 'OIDC' ? issuer : s.types[type])
	return sectionPage(
		about,
		s.lead,
		html`<section class="panel" aria-labelledby="providers">
<h2 id="providers">${s.providers}</h2>
${providers.length === 0 ? html`<p class="hint">${s.none}</p>` : ''}
<ul class="rows">${providers.map((provider) => {
			const name = nameOf(provider)
			const fields = { provider: provider.id }
			return html`<li><div><h3>${name}</h3><p class="hint">${s.audience(provider.audiences.join(', '))}</p></div>
<div class="both">${itemAct(about, { name: 'check-stored', fields, label: s.check, says: s.checkLabel(name) })}${about.looksAs === null ? html`<a class="button quiet small" href="${about.here}?provider=${provider.id}" aria-label="${s.editLabel(name)}">${s.edit}</a>` : ''}${itemAct(about, { name: 'remove', fields, label: s.remove, says: s.removeLabel(name) })}</div></li>`
		})}</ul>
</section>
${act(about, {
	name: 'save',
	heading: edited ? s.change : s.add,
	submit: s.save,
	also: { name: 'check', submit: s.check },
	fields: [
		hidden('provider', edited?.id),
		edited
			? hidden('type', edited.type)
			: choice(about, { name: 'type', label: s.type, value: 'OIDC', options: types }),
		line(about, { name: 'issuer', label: s.issuer, hint: s.issuerHint, value: edited?.issuer ?? '', check: 'issuer' }),
		line(about, {
			name: 'audiences',
			label: s.audiences,
			hint: s.audiencesHint,
			value: edited?.audiences.join(', ') ?? '',
		}),
		line(about, {
			name: 'web_api_key',
			label: s.webApiKey,
			hint: s.webApiKeyHint,
			type: 'password',
			problemAt: 'webApiKey',
		}),
		line(about, {
			name: 'ticket_identity',
			label: s.ticketIdentity,
			hint: s.ticketIdentityHint,
			value: edited?.ticketIdentity ?? '',
			problemAt: 'ticketIdentity',
		}),
	],
})}`,
	)
}
