/** A game of a third party: a site of its own with a page that uses the SDK, as a studio would build it. */

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundleSdk } from '../packages/sdk/tools/bundle.ts'
import type { Fixture } from './platform.ts'

export interface GameSite extends AsyncDisposable {
	origin: string
}

const SDK = new URL('../packages/sdk/', import.meta.url)

/** How the game has its players sign in: in a window of its own, or by leaving the page for the platform's. */
type AuthorizeMode = 'window' | 'redirect'

/**
 * Serves the game on a free port. Its callback page is the one the SDK ships; a game that leaves the page comes back to
 * itself.
 */
export async function startGame(fixture: Fixture, mode: AuthorizeMode = 'window'): Promise<GameSite> {
	const game = gamePage(fixture, mode)
	const callback = mode === 'window' ? await readFile(new URL('callback.html', SDK)) : game
	const pages: Record<string, [type: string, body: string | Uint8Array, policy?: string]> = {
		'/': ['text/html; charset=utf-8', game],
		'/strict': ['text/html; charset=utf-8', strict(game), POLICY],
		'/socialsdk.js': ['text/javascript; charset=utf-8', await bundleSdk({ format: 'esm', isReadable: true })],
		'/callback': ['text/html; charset=utf-8', callback],
	}
	const server = createServer((request, response) => {
		const page = pages[new URL(request.url ?? '/', 'http://game').pathname]
		if (!page) return response.writeHead(404).end()
		return response
			.writeHead(200, { 'content-type': page[0], ...(page[2] && { 'content-security-policy': page[2] }) })
			.end(page[1])
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

/** As little as a page can allow that needs scripts and a platform elsewhere. */
const POLICY = [
	"default-src 'none'; script-src 'self' 'nonce-n'; style-src 'nonce-n'; connect-src *",
	"require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

/** The game under such a policy, with styles that harm whatever they reach. */
function strict(game: string): string {
	const style = '<style nonce="n">body *, div { display: none !important; color: red }</style>'
	return game.replace('<script', `${style}\n<script nonce="n"`)
}

const gamePage = ({ api_base, origin, bots }: Fixture, mode: AuthorizeMode) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lantern Keepers</title>
<main>
<h1>Lantern Keepers</h1>
<button id="sign-in">Play with your account</button>
<button id="sign-in-elsewhere">Play with your phone</button>
<p id="status">Disconnected</p>
<p id="player"></p>
<form id="say" hidden><input id="words" aria-label="Message"><button>Say</button></form>
<ul id="chat"></ul>
</main>
<script type="module">
import * as socialsdk from '/socialsdk.js'
const application = '${bots[0].application.id}'
const show = (id, text) => { document.getElementById(id).textContent = text }
const client = new socialsdk.Client(new socialsdk.ClientCreateOptions({
	apiBase: '${api_base}', webBase: '${origin}', redirectUri: location.origin + '/callback', authorizeMode: '${mode}',
}))
Object.assign(window, { client, socialsdk, application })
client.SetApplicationId(application)
let lobby
client.SetMessageCreatedCallback((messageId) => {
	const message = client.GetMessageHandle(messageId)
	const line = document.createElement('li')
	line.textContent = message.Author().DisplayName() + ': ' + message.Content()
	document.getElementById('chat').append(line)
})
client.SetStatusChangedCallback(async (status) => {
	show('status', socialsdk.Client.StatusToString(status))
	if (status !== socialsdk.ClientStatus.Ready) return
	show('player', client.GetCurrentUserV2().DisplayName())
	lobby = await client.CreateOrJoinLobby('the-old-lighthouse')
	document.getElementById('say').hidden = false
})
const play = async (signIn) => {
	try {
		window.tokens = await signIn()
		if (!window.tokens) return
		await client.UpdateToken(socialsdk.AuthorizationTokenType.Bearer, window.tokens.accessToken)
		client.Connect()
	} catch (error) {
		show('status', String(error))
	}
}
const scopes = socialsdk.Client.GetDefaultCommunicationScopes()
document.getElementById('sign-in').onclick = () => play(async () => {
	const verifier = client.CreateAuthorizationCodeVerifier()
	const args = new socialsdk.AuthorizationArgs()
	args.SetScopes(scopes)
	args.SetCodeChallenge(verifier.Challenge())
	const { code, redirectUri } = await client.Authorize(args)
	return client.GetToken(application, code, verifier.Verifier(), redirectUri)
})
document.getElementById('sign-in-elsewhere').onclick = () =>
	play(() => client.GetTokenFromDevice(new socialsdk.DeviceAuthorizationArgs({ scopes })))
if ('${mode}' === 'redirect') {
	play(async () => {
		const resumed = await client.ResumeAuthorize(location.href)
		history.replaceState(null, '', '/')
		return resumed && client.GetToken(application, resumed.code, resumed.codeVerifier, resumed.redirectUri)
	})
}
document.getElementById('say').onsubmit = (event) => {
	event.preventDefault()
	const words = document.getElementById('words')
	client.SendLobbyMessage(lobby, words.value).catch((error) => show('status', String(error)))
	words.value = ''
}
</script>
</html>`
