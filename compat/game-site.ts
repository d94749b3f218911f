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

/** Serves the game on a free port; its callback page is the one the SDK ships. */
export async function startGame(fixture: Fixture): Promise<GameSite> {
	const callback = await readFile(new URL('callback.html', SDK))
	const pages: Record<string, [type: string, body: string | Uint8Array]> = {
		'/': ['text/html; charset=utf-8', gamePage(fixture)],
		'/socialsdk.js': ['text/javascript; charset=utf-8', await bundleSdk({ format: 'esm', isReadable: true })],
		'/callback': ['text/html; charset=utf-8', callback],
	}
	const server = createServer((request, response) => {
		const page = pages[new URL(request.url ?? '/', 'http://game').pathname]
		if (!page) return response.writeHead(404).end()
		return response.writeHead(200, { 'content-type': page[0] }).end(page[1])
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

const gamePage = ({ api_base, origin, bots }: Fixture) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lantern Keepers</title>
<h1>Lantern Keepers</h1>
<button id="sign-in">Play with your account</button>
<p id="status">Disconnected</p>
<p id="player"></p>
<form id="say" hidden><input id="words" aria-label="Message"><button>Say</button></form>
<ul id="chat"></ul>
<script type="module">
import * as socialsdk from '/socialsdk.js'
const application = '${bots[0].application.id}'
const show = (id, text) => { document.getElementById(id).textContent = text }
const client = new socialsdk.Client(new socialsdk.ClientCreateOptions({
	apiBase: '${api_base}', webBase: '${origin}', redirectUri: location.origin + '/callback',
}))
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
document.getElementById('sign-in').onclick = async () => {
	try {
		const verifier = client.CreateAuthorizationCodeVerifier()
		const args = new socialsdk.AuthorizationArgs()
		args.SetScopes(socialsdk.Client.GetDefaultCommunicationScopes())
		args.SetCodeChallenge(verifier.Challenge())
		const { code, redirectUri } = await client.Authorize(args)
		const { accessToken } = await client.GetToken(application, code, verifier.Verifier(), redirectUri)
		await client.UpdateToken(socialsdk.AuthorizationTokenType.Bearer, accessToken)
		client.Connect()
	} catch (error) {
		show('status', String(error))
	}
}
document.getElementById('say').onsubmit = (event) => {
	event.preventDefault()
	const words = document.getElementById('words')
	client.SendLobbyMessage(lobby, words.value).catch((error) => show('status', String(error)))
	words.value = ''
}
</script>
</html>`
