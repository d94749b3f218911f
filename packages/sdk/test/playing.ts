import {
	AuthorizationTokenType,
	Client,
	ClientCreateOptions,
	type ClientCreateOptionsInit,
	ClientStatus,
	EnumToString,
} from '../src/index.ts'
import { type Player, type SmallPlatform, smallPlatform } from './platform.ts'

type Events = { [N in keyof Client.Events]: Client.Events[N] }

/** A client and what it told. */
export interface Playing extends AsyncDisposable {
	platform: SmallPlatform
	client: Client
	alice: Player
	token: string
	/** Statuses by name, as they were reported. */
	statuses: string[]
	/** Resolves with the arguments of the next event of this name. */
	heard<N extends keyof Events>(event: N): Promise<Events[N]>
	/** Resolves when the status is reported next. */
	status(status: ClientStatus): Promise<Events['statusChanged']>
	/** With a token, connected, Ready. */
	ready(): Promise<void>
}

/** Resolves when it is so, for what tells nobody. */
export async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise(setImmediate)
}

export async function playing(options: ClientCreateOptionsInit = {}): Promise<Playing> {
	const clock = options.clock
	const platform = await smallPlatform(clock ? () => clock.now() : undefined)
	const client = new Client(new ClientCreateOptions({ apiBase: platform.apiBase, ...options }))
	const alice = platform.player('alice')
	const statuses: string[] = []
	client.on('statusChanged', (status) => statuses.push(EnumToString(ClientStatus, status)))
	const play: Playing = {
		platform,
		client,
		alice,
		token: platform.token(alice),
		statuses,
		heard: (event) =>
			new Promise((resolve) => {
				const off = client.on(event, (...values) => {
					off()
					resolve(values)
				})
			}),
		status: (wanted) =>
			new Promise((resolve) => {
				const off = client.on('statusChanged', (...values) => {
					if (values[0] !== wanted) return
					off()
					resolve(values)
				})
			}),
		async ready() {
			await client.UpdateToken(AuthorizationTokenType.Bearer, play.token)
			const isReady = play.status(ClientStatus.Ready)
			client.Connect()
			await isReady
		},
		async [Symbol.asyncDispose]() {
			play.client.Destroy()
			await platform[Symbol.asyncDispose]()
		},
	}
	return play
}
