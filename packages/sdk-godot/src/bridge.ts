/**
 * The SDK as GDScript can reach it through `JavaScriptBridge`: text goes in and comes out, ids are text, since the numbers of
 * JSON cannot hold them. `addons/guildhall/guildhall.gd` is the other side.
 */
import * as socialsdk from '@guildhall/socialsdk'
import { plain, revived } from './plain.ts'

/** Hears everything: a name in the style of GDScript, and a list as JSON. */
type Heard = (name: string, json: string) => void

let client: socialsdk.Client | undefined
let heard: Heard = () => {}

const bridge = {
	/** Makes the client. Options are those of `ClientCreateOptions`, and `applicationId`. */
	start(optionsJson: string, listener: Heard): void {
		const { applicationId, ...options } = JSON.parse(optionsJson)
		client?.Destroy()
		heard = listener
		client = new socialsdk.Client(new socialsdk.ClientCreateOptions({ ...options, dispatch: 'manual' }))
		if (applicationId !== undefined) client.SetApplicationId(applicationId)
	},

	/** Has an event of `Client.on` told from now on: `lobby_created` for `lobbyCreated`. */
	listen(signal: string): void {
		const event = signal.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as keyof socialsdk.Client.Events
		started().on(event, (...args: unknown[]) => heard(signal, JSON.stringify(plain(args))))
	},

	/** Runs what is due: once in each frame. */
	run(): void {
		socialsdk.RunCallbacks()
	},

	/** What a getter of the client gives, as JSON; handles become dictionaries. */
	read(method: string, argsJson: string): string {
		return JSON.stringify(plain(call(method, argsJson)))
	},

	/** Begins an operation of the client, or of `EXTRAS`; its end is heard as `answered`, with the id given here. */
	request(id: string, method: string, argsJson: string): void {
		const answer = (said: object) => heard('answered', JSON.stringify([id, said]))
		Promise.resolve()
			.then(() => call(method, argsJson))
			.then(
				(value) => answer({ ok: true, value: plain(value) }),
				(error: unknown) => answer({ ok: false, ...reasonOf(error) }),
			)
	},
}

/** What takes several calls with objects between them that cannot cross. */
const EXTRAS: Readonly<Record<string, (client: socialsdk.Client, ...args: never[]) => unknown>> = {
	/** The player signs in with their account; the client connects. Call it while a click or a key is handled. */
	async sign_in(client, scopes: string = socialsdk.Client.GetDefaultCommunicationScopes()) {
		const pair = client.CreateAuthorizationCodeVerifier()
		const args = new socialsdk.AuthorizationArgs({ scopes, codeChallenge: pair.Challenge() })
		const { code, redirectUri } = await client.Authorize(args)
		return connected(client, await client.GetToken(client.GetApplicationId(), code, pair.Verifier(), redirectUri))
	},

	/** The player plays without an account, by the word of a provider (a number of `AuthenticationExternalAuthType`). */
	async sign_in_as_guest(client, type: socialsdk.AuthenticationExternalAuthType, token: string) {
		return connected(client, await client.GetProvisionalToken(client.GetApplicationId(), type, token))
	},
}

async function connected(client: socialsdk.Client, tokens: socialsdk.Tokens): Promise<socialsdk.Tokens> {
	await client.UpdateToken(tokens.tokenType, tokens.accessToken)
	client.Connect()
	return tokens
}

function call(method: string, argsJson: string): unknown {
	const args = revived(JSON.parse(argsJson), socialsdk) as never[]
	if (Object.hasOwn(EXTRAS, method)) return EXTRAS[method]?.(started(), ...args)
	const own = (started() as unknown as Record<string, unknown>)[method]
	if (!/^[A-Z]/.test(method) || typeof own !== 'function') throw new TypeError(`Client has no ${method}`)
	return own.apply(started(), args)
}

function started(): socialsdk.Client {
	if (!client) throw new TypeError('Call start first')
	return client
}

function reasonOf(error: unknown): object {
	const isResult = error instanceof socialsdk.SocialSdkError
	const { type, code, status, retryable, retryAfter } = isResult ? error : ({} as Record<string, undefined>)
	const message = error instanceof Error ? error.message : String(error)
	return { error: message, type, code, status, retryable, retry_after: retryAfter }
}

Object.assign(globalThis, { GuildhallBridge: bridge })

export type Bridge = typeof bridge
