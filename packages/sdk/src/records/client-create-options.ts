import { bits, choice, collaborator, flag, type Init, member, optional, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { read, SdkRecord, write } from '../core/record.ts'
import { AudioSystem } from '../enums/audio.ts'
import type {
	Clock,
	DeepLinks,
	DeviceScreen,
	Fetch,
	KeyValueStore,
	OpenUrl,
	WebSocketConstructor,
} from '../platform/platform.ts'

const FIELDS = {
	webBase: text(),
	apiBase: text(),
	experimentalAudioSystem: member<AudioSystem>(AudioSystem.Standard),
	experimentalAndroidPreventCommsForBluetooth: flag(),
	cpuAffinityMask: optional(bits()),
	redirectUri: optional(text()),
	authorizeMode: choice('window', 'redirect'),
	dispatch: choice('auto', 'manual'),
	fetch: collaborator<Fetch>(),
	webSocket: collaborator<WebSocketConstructor>(),
	clock: collaborator<Clock>(),
	storage: collaborator<KeyValueStore>(),
	openUrl: collaborator<OpenUrl>(),
	deepLinks: collaborator<DeepLinks>(),
	deviceScreen: collaborator<DeviceScreen>(),
	standardScheme: text('guildhall'),
}

export type ClientCreateOptionsInit = Init<typeof FIELDS>

/**
 * How a `Client` is made. The first five fields are those of the native SDK; the others are for JavaScript.
 *
 * @example new Client(new ClientCreateOptions({ apiBase: 'https://play.example/api' }))
 */
export class ClientCreateOptions extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ClientCreateOptions'
	static readonly nullobj: ClientCreateOptions = invalid(ClientCreateOptions)

	constructor(init?: ClientCreateOptionsInit) {
		super(FIELDS, init)
	}

	/** Where the pages of the platform are: `/oauth2/authorize` is below it. Empty: the origin of `ApiBase`. */
	WebBase(): string {
		return read(this, 'webBase')
	}

	SetWebBase(value: string): void {
		write(this, 'webBase', value)
	}

	/** Where the HTTP API is, with or without `/v10`. Empty: the page's own origin, in Node a server on this machine. */
	ApiBase(): string {
		return read(this, 'apiBase')
	}

	SetApiBase(value: string): void {
		write(this, 'apiBase', value)
	}

	/** Kept for native games; has no effect here. */
	ExperimentalAudioSystem(): AudioSystem {
		return read(this, 'experimentalAudioSystem')
	}

	SetExperimentalAudioSystem(value: AudioSystem): void {
		write(this, 'experimentalAudioSystem', value)
	}

	/** Kept for native games; has no effect here. */
	ExperimentalAndroidPreventCommsForBluetooth(): boolean {
		return read(this, 'experimentalAndroidPreventCommsForBluetooth')
	}

	SetExperimentalAndroidPreventCommsForBluetooth(value: boolean): void {
		write(this, 'experimentalAndroidPreventCommsForBluetooth', value)
	}

	/** Kept for native games; has no effect here. */
	CpuAffinityMask(): bigint | undefined {
		return read(this, 'cpuAffinityMask')
	}

	SetCpuAffinityMask(value: bigint | null | undefined): void {
		write(this, 'cpuAffinityMask', value)
	}

	/** In a browser: the page on the game's origin that hands the answer of `Authorize` back (`callback.html`). */
	RedirectUri(): string | undefined {
		return read(this, 'redirectUri')
	}

	SetRedirectUri(value: string | null | undefined): void {
		write(this, 'redirectUri', value)
	}

	/** In a browser: whether `Authorize` opens a window or leaves the page, to be continued by `ResumeAuthorize`. */
	AuthorizeMode(): 'window' | 'redirect' {
		return read(this, 'authorizeMode')
	}

	SetAuthorizeMode(value: 'window' | 'redirect'): void {
		write(this, 'authorizeMode', value)
	}

	/** Whether callbacks run by themselves, or only in `RunCallbacks`, as a game with a frame loop wants it. */
	Dispatch(): 'auto' | 'manual' {
		return read(this, 'dispatch')
	}

	SetDispatch(value: 'auto' | 'manual'): void {
		write(this, 'dispatch', value)
	}

	/** In place of the global `fetch`. */
	Fetch(): Fetch | undefined {
		return read(this, 'fetch')
	}

	SetFetch(value: Fetch | null | undefined): void {
		write(this, 'fetch', value)
	}

	/** In place of the global `WebSocket`, for instance that of the package `ws`. */
	WebSocket(): WebSocketConstructor | undefined {
		return read(this, 'webSocket')
	}

	SetWebSocket(value: WebSocketConstructor | null | undefined): void {
		write(this, 'webSocket', value)
	}

	/** In place of the system's clock, for tests. */
	Clock(): Clock | undefined {
		return read(this, 'clock')
	}

	SetClock(value: Clock | null | undefined): void {
		write(this, 'clock', value)
	}

	/** Where an `Authorize` that leaves the page is remembered; by default the tab's `sessionStorage`. */
	Storage(): KeyValueStore | undefined {
		return read(this, 'storage')
	}

	SetStorage(value: KeyValueStore | null | undefined): void {
		write(this, 'storage', value)
	}

	/** Shows the consent page to the user, in place of the default browser. */
	OpenUrl(): OpenUrl | undefined {
		return read(this, 'openUrl')
	}

	SetOpenUrl(value: OpenUrl | null | undefined): void {
		write(this, 'openUrl', value)
	}

	/** In an app with its own URI scheme: where the redirect of `Authorize` arrives. Native apps redirect in this way. */
	DeepLinks(): DeepLinks | undefined {
		return read(this, 'deepLinks')
	}

	SetDeepLinks(value: DeepLinks | null | undefined): void {
		write(this, 'deepLinks', value)
	}

	/** What shows the code of `GetTokenFromDevice`; in a browser there is one, elsewhere the game gives it. */
	DeviceScreen(): DeviceScreen | undefined {
		return read(this, 'deviceScreen')
	}

	SetDeviceScreen(value: DeviceScreen | null | undefined): void {
		write(this, 'deviceScreen', value)
	}

	/** Without `AuthorizationArgs.CustomSchemeParam` such an app redirects to `<this>-<application id>:/authorize/callback`. */
	StandardScheme(): string {
		return read(this, 'standardScheme')
	}

	SetStandardScheme(value: string): void {
		write(this, 'standardScheme', value)
	}
}
