/** Harbor Lights: who plays, where they are, and what follows from that. */
import { Client, ClientCreateOptions, ClientStatus } from '@guildhall/socialsdk'
import { attempt, byId, notify, onClick, onSubmit, showScreen } from './dom.ts'
import { createPresence } from './presence.ts'
import { showFriends } from './screens/friends.ts'
import { showInvites } from './screens/invites.ts'
import { createTableScreen } from './screens/table-screen.ts'
import { createSession } from './session.ts'
import { newCode, openTable, type Table } from './table.ts'

interface Config {
	apiBase: string
	webBase: string
	applicationId: string
}

const { apiBase, webBase, applicationId } = (await (await fetch('/config.json')).json()) as Config
const client = new Client(new ClientCreateOptions({ apiBase, webBase, redirectUri: `${location.origin}/callback` }))
client.SetApplicationId(applicationId)
const session = createSession(client)
const tableScreen = createTableScreen(client)
const presence = createPresence(client)
let table: Table | undefined
/** The match that is being opened, so that nothing opens it twice. */
let opening: string | undefined

client.on('statusChanged', (status, error) => {
	if (status === ClientStatus.Ready) {
		notify()
		showPlayer()
		presence.forget()
		showTable()
		void follow()
	} else if (status === ClientStatus.Reconnecting) notify('The connection is lost. Trying again…')
	else if (status === ClientStatus.Disconnected) {
		leaveTable()
		if (error) notify(`The platform has ended the connection: ${Client.ErrorToString(error)}`)
		byId('player').hidden = true
		showScreen('welcome')
	}
})
client.on('userUpdated', showPlayer)
showFriends(client, () => tableScreen.show(table))
showInvites(client, go)
addEventListener('hashchange', () => void follow())
tableScreen.onLeft = () => {
	leaveTable()
	go(undefined)
}

onClick('guest', () => session.playAsGuest())
onClick('sign-in', () => session.signIn())
onClick('keep', () => session.keep())
onClick('sign-out', async () => {
	await session.signOut()
	go(undefined)
})
onClick('new-match', async () => {
	const code = newCode()
	await open(code, true)
	go(code)
})
onSubmit('join', async (form) => {
	const code = String(new FormData(form).get('code')).trim().toUpperCase()
	await open(code, false)
	form.reset()
	go(code)
})
await attempt(byId('welcome'), async () => {
	if (!(await session.resume())) showScreen('welcome')
})

/** Where the address says the player is. */
async function follow(): Promise<void> {
	if (client.GetStatus() !== ClientStatus.Ready) return
	const code = codeInAddress()
	if (table && table.code !== code) leaveTable()
	if (code === undefined) return showHarbor()
	if (table || opening === code) return
	try {
		await open(code, false)
	} catch (error) {
		go(undefined)
		notify(error instanceof Error ? error.message : String(error))
	}
}

async function open(code: string, isNew: boolean): Promise<void> {
	opening = code
	try {
		leaveTable()
		table = await openTable(client, {
			code,
			isNew,
			changed: showTable,
			gone: () => {
				leaveTable()
				go(undefined)
				notify('The match is over: nobody was there any more.')
			},
		})
		showScreen('table')
		showTable()
	} finally {
		opening = undefined
	}
}

function leaveTable(): void {
	table?.close()
	table = undefined
	showTable()
}

function showTable(): void {
	tableScreen.show(table)
	if (client.GetStatus() === ClientStatus.Ready) presence.show(table)
}

function showHarbor(): void {
	byId('keep-card').hidden = !session.isGuest()
	showScreen('harbor')
}

function showPlayer(): void {
	const user = client.GetCurrentUserV2()
	byId('player').hidden = !user
	byId('player-name').textContent = user?.DisplayName() ?? ''
	byId('player-guest').hidden = !user?.IsProvisional()
}

function codeInAddress(): string | undefined {
	return new URLSearchParams(location.hash.slice(1)).get('match') ?? undefined
}

/** Writes into the address where the player is; `follow` does the rest. */
function go(code: string | undefined): void {
	if (code === codeInAddress()) return void follow()
	location.hash = code === undefined ? '' : `match=${code}`
}
