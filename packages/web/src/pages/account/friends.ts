import { type Html, html, type Piece } from '../../html.ts'
import { field, picture } from '../../layout.ts'
import { STRINGS } from '../../strings/index.ts'
import type { PersonCard } from '../consent.ts'
import { tick } from '../portal/inputs.ts'
import { type AccountPage, accountFrame, button, form } from './frame.ts'

type Strings = (typeof STRINGS)['account']['friends']
export type FriendList = keyof Strings['lists']
/** What can be done with somebody on one of the lists. */
export type FriendAct = keyof Strings['acts']
export type FriendSource = keyof Strings['sourceChoices']

/** Somebody on one of the lists. */
export interface ShownPerson extends PersonCard {
	id: string
	username: string
	/** What is thought of their request, if anything. */
	judgement: 'stranger' | 'spam' | null
}

/** The beginning of a list, and how long it is. */
export interface ShownList {
	people: readonly ShownPerson[]
	count: number
}

export interface FriendsPage extends AccountPage {
	lists: Readonly<Record<FriendList, ShownList>>
	sources: Readonly<Record<FriendSource, boolean>>
}

export interface FriendListPage extends AccountPage {
	list: FriendList
	people: readonly ShownPerson[]
	pageNumber: number
	pages: number
}

const HOME = '/account/friends'
const ORDER: readonly FriendList[] = ['incoming', 'friends', 'outgoing', 'blocked']
const ACTS: Readonly<Record<FriendList, readonly FriendAct[]>> = {
	incoming: ['accept', 'decline', 'block'],
	friends: ['remove', 'block'],
	outgoing: ['cancel', 'block'],
	blocked: ['unblock'],
}

/** Friends, requests and blocked people, the first of each. */
export function friendsPage(about: FriendsPage): string {
	const s = STRINGS.account.friends
	const { typed, problems, lists, sources } = about
	const asking = html`${field({ name: 'username', label: s.username, type: 'text', autocomplete: 'off', value: typed?.username ?? '', hint: s.usernameHint, problem: problems?.username, maxLength: 32 })}
<p><button class="primary" type="submit">${s.submit}</button></p>`
	return accountFrame(about, {
		section: 'friends',
		lead: s.lead,
		body: html`<section class="panel" aria-labelledby="ask"><h2 id="ask">${s.ask}</h2>${form(about, 'ask', asking)}</section>
${ORDER.map((list) => panelOf(about, list, lists[list]))}
${sourcesPanel(about, sources)}`,
	})
}

/** One of the lists, a page of it. */
export function friendListPage(about: FriendListPage): string {
	const s = STRINGS.account.friends
	const { list, people, pageNumber, pages } = about
	const to = (page: number, label: string): Piece =>
		html`<a class="button quiet small" href="${HOME}/${list}/${page}">${label}</a>`
	return accountFrame(about, {
		section: 'friends',
		title: s.lists[list],
		...(list === 'blocked' ? { lead: s.blockedLead } : {}),
		body: html`<section class="panel">${people.length === 0 ? html`<p class="hint">${s.none[list]}</p>` : rows(about, list, people, 'h2')}
<nav class="both" aria-label="${s.pages}">${pageNumber > 1 && to(pageNumber - 1, s.previous)}${pages > 1 && html`<span class="hint">${s.pageOf(pageNumber, pages)}</span>`}${pageNumber < pages && to(pageNumber + 1, s.next)}<a class="button quiet small" href="${HOME}">${s.back}</a></nav></section>`,
	})
}

function panelOf(about: FriendsPage, list: FriendList, { people, count }: ShownList): Html {
	const s = STRINGS.account.friends
	const heading = s.lists[list]
	const hasMore = count > people.length
	return html`<section class="panel" aria-labelledby="${list}"><h2 id="${list}">${heading}${count === 0 ? '' : html` <span class="state">${count}</span>`}</h2>
${people.length === 0 ? html`<p class="hint">${s.none[list]}</p>` : list === 'blocked' && html`<p class="hint">${s.blockedLead}</p>`}
${people.length === 0 ? '' : rows(about, list, people, 'h3')}
${hasMore && html`<p><a class="button quiet small" href="${HOME}/${list}/1" aria-label="${s.allLabel(heading, count)}">${s.all(count)}</a></p>`}
${list === 'blocked' && blockForm(about)}
</section>`
}

function rows(about: AccountPage, list: FriendList, people: readonly ShownPerson[], heading: 'h2' | 'h3'): Html {
	const s = STRINGS.account.friends
	const items = people.map((person) => {
		const { id, name, username, avatarUrl, judgement } = person
		const acts = ACTS[list].map((act) => {
			const { label, says } = s.acts[act]
			const kind = act === 'accept' ? 'primary small' : act === 'block' ? 'danger small' : 'quiet small'
			return button(about, act, { label, says: says(name), kind, fields: { person: id } })
		})
		const named = heading === 'h2' ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`
		const note = judgement === null ? '' : html` · ${s[judgement]}`
		return html`<li>${picture(name, avatarUrl, 'person')}<div>${named}<p class="hint">${username}${note}</p></div><div class="both">${acts}</div></li>`
	})
	return html`<ul class="rows">${items}</ul>`
}

function blockForm(about: FriendsPage): Html {
	const s = STRINGS.account.friends
	const { typed, problems } = about
	const blocked = field({
		...{ name: 'blocked', id: 'blocked-name', label: s.username, type: 'text', autocomplete: 'off', maxLength: 32 },
		value: typed?.blocked ?? '',
		problem: problems?.blocked,
	})
	const asked = html`${blocked}<p><button class="danger small" type="submit">${s.acts.block.label}</button></p>`
	const isOpen = problems?.blocked !== undefined
	return html`<details${isOpen && html` open`}><summary>${s.block}</summary>${form(about, 'block-name', asked)}</details>`
}

function sourcesPanel(about: FriendsPage, sources: FriendsPage['sources']): Html {
	const s = STRINGS.account.friends
	// What was typed into another form says nothing of these.
	const { typed: _, ...untouched } = about
	const choices = (Object.entries(s.sourceChoices) as [FriendSource, string][]).map(([name, label]) =>
		tick(untouched, { name, label, isOn: sources[name] }),
	)
	const fields = html`<fieldset><legend>${s.sources}</legend><p class="hint">${s.sourcesLead}</p>${choices}</fieldset>
<p><button class="primary" type="submit">${STRINGS.account.save}</button></p>`
	return html`<section class="panel">${form(about, 'sources', fields)}</section>`
}
