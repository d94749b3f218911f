/** Who plays: somebody with an account, or a guest. Their tokens live as long as the tab. */
import {
	AuthenticationExternalAuthType,
	AuthorizationArgs,
	AuthorizationTokenType,
	Client,
	SocialSdkError,
} from '@guildhall/socialsdk'

interface Login {
	accessToken: string
	/** Of accounts. */
	refreshToken?: string
	/** Of guests: what makes them the same guest again. */
	secret?: string
}

export interface Session {
	isGuest(): boolean
	/** Goes on as whoever the tab was before. False where it was nobody. */
	resume(): Promise<boolean>
	playAsGuest(): Promise<void>
	/** Call it while a click is handled: it opens a window. */
	signIn(): Promise<void>
	/** The same, and what the guest has becomes the account's. */
	keep(): Promise<void>
	signOut(): Promise<void>
}

const KEPT = 'harbor-lights.login'

export function createSession(client: Client): Session {
	let login: Login | undefined = read()

	client.SetTokenExpirationCallback(() => {
		// A token that is still good for a while, or a server that is: the next connection tries again.
		renew().catch((error: unknown) => console.warn('The token was not renewed.', error))
	})

	async function use(next: Login): Promise<void> {
		login = next
		sessionStorage.setItem(KEPT, JSON.stringify(next))
		await client.UpdateToken(AuthorizationTokenType.Bearer, next.accessToken)
	}

	async function renew(): Promise<void> {
		if (login?.secret) return use(await guestOf(login.secret))
		if (!login?.refreshToken) return
		await use(await client.RefreshToken(client.GetApplicationId(), login.refreshToken))
	}

	/** The code of a consent page, and what redeems it. */
	async function consent() {
		const pair = client.CreateAuthorizationCodeVerifier()
		const scopes = Client.GetDefaultCommunicationScopes()
		const args = new AuthorizationArgs({ scopes, codeChallenge: pair.Challenge() })
		return { ...(await client.Authorize(args)), verifier: pair.Verifier() }
	}

	function end(): void {
		login = undefined
		sessionStorage.removeItem(KEPT)
		client.Disconnect()
	}

	return {
		isGuest: () => login?.secret !== undefined,

		async resume() {
			if (!login) return false
			try {
				await use(login)
			} catch (error) {
				if (!(error instanceof SocialSdkError) || error.status !== 401) throw error
				try {
					await renew()
				} catch {
					// The link is gone: the player begins anew.
					end()
					return false
				}
			}
			client.Connect()
			return true
		},

		async playAsGuest() {
			await use(await guestOf(crypto.randomUUID()))
			client.Connect()
		},

		async signIn() {
			const { code, redirectUri, verifier } = await consent()
			await use(await client.GetToken(client.GetApplicationId(), code, verifier, redirectUri))
			client.Connect()
		},

		async keep() {
			const guest = login
			if (!guest) return
			const { code, redirectUri, verifier } = await consent()
			const tokens = await client.GetTokenFromProvisionalMerge(
				client.GetApplicationId(),
				code,
				verifier,
				redirectUri,
				AuthenticationExternalAuthType.PlatformBotIssuedAccessToken,
				guest.accessToken,
			)
			// The guest's session ends with the guest.
			client.Disconnect()
			await use(tokens)
			client.Connect()
		},

		async signOut() {
			const { accessToken } = login ?? {}
			end()
			if (accessToken) await client.RevokeToken(client.GetApplicationId(), accessToken)
		},
	}
}

/** The game's server lets guests in. */
async function guestOf(secret: string): Promise<Login> {
	const response = await fetch('/guest', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ secret }),
	})
	const answer = (await response.json()) as { accessToken: string; message?: string }
	if (!response.ok) throw new Error(answer.message)
	return { accessToken: answer.accessToken, secret }
}

function read(): Login | undefined {
	return (JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Login | null) ?? undefined
}
