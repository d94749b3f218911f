/** The SDK as a plugin of Phaser: `this.social` in every scene, callbacks in the game's step, events of Phaser's own kind. */
import { type Activity, type Client, ClientStatus, RunCallbacks } from '@guildhall/socialsdk'
import { Core, Events, type Game, Plugins, type Scene, Scenes } from 'phaser'

type ClientEvents = Client.Events

/** What the plugin is given as its `data`. */
export interface SocialPluginData {
	/** Made with `dispatch: 'manual'`, it calls back in the game's step alone. Whoever made it destroys it. */
	client: Client
	/**
	 * What the player does in a scene, for others to see. Asked when scenes begin, end, sleep and wake: of those that run or
	 * are paused from the top down, and the first answer counts. Where no scene has one, the player does nothing.
	 */
	presenceOf?: (scene: Scene) => Activity | undefined
}

/**
 * Tells what happens in a client as an `EventEmitter` of Phaser, under the names of `Client.on`. A client is listened to
 * for what somebody here has asked for.
 */
export class SocialEvents extends Events.EventEmitter {
	readonly #client: Client
	readonly #followed = new Map<string | symbol, () => void>()

	constructor(client: Client) {
		super()
		this.#client = client
	}

	override on<N extends keyof ClientEvents>(event: N, fn: (...args: ClientEvents[N]) => void, context?: unknown): this {
		this.#follow(event)
		return super.on(event, fn, context)
	}

	override addListener<N extends keyof ClientEvents>(
		event: N,
		fn: (...args: ClientEvents[N]) => void,
		context?: unknown,
	): this {
		return this.on(event, fn, context)
	}

	override once<N extends keyof ClientEvents>(
		event: N,
		fn: (...args: ClientEvents[N]) => void,
		context?: unknown,
	): this {
		this.#follow(event)
		return super.once(event, fn, context)
	}

	/** The same for as long as a scene runs: removed by itself when the scene shuts down. */
	during<N extends keyof ClientEvents>(scene: Scene, event: N, fn: (...args: ClientEvents[N]) => void): this {
		scene.events.once(Scenes.Events.SHUTDOWN, () => this.off(event, fn, scene))
		return this.on(event, fn, scene)
	}

	override destroy(): void {
		for (const unfollow of this.#followed.values()) unfollow()
		this.#followed.clear()
		super.destroy()
	}

	#follow(event: keyof ClientEvents): void {
		if (this.#followed.has(event)) return
		this.#followed.set(
			event,
			this.#client.on(event, (...args) => void this.emit(event, ...args)),
		)
	}
}

/** Says what the player does in the scene they are in. */
class ScenePresence {
	readonly #game: Game
	readonly #client: Client
	readonly #presenceOf: (scene: Scene) => Activity | undefined
	readonly #known = new Set<Scene>()
	#shown: readonly Scene[] = []
	isDue = true

	constructor(game: Game, client: Client, presenceOf: (scene: Scene) => Activity | undefined) {
		this.#game = game
		this.#client = client
		this.#presenceOf = presenceOf
	}

	/** Looks whether the scenes are others than before. */
	step(): void {
		const scenes = this.#game.scene.getScenes(false, true)
		// Between two scenes the player is still in the one before.
		if (scenes.some(isBeginning)) return
		const shown = scenes.filter(({ sys }) => sys.isActive() || sys.isPaused())
		if (shown.length !== this.#shown.length || shown.some((scene, at) => scene !== this.#shown[at])) this.isDue = true
		this.#shown = shown
		for (const scene of shown) this.#know(scene)
		if (this.isDue && this.#client.GetStatus() === ClientStatus.Ready) this.#say()
	}

	stop(): void {
		for (const { sys } of this.#known) sys.events?.off(Scenes.Events.CREATE, this.#again)
		this.#known.clear()
		if (this.#client.GetStatus() === ClientStatus.Ready) this.#client.ClearRichPresence()
	}

	/** A scene that begins anew stands where it stood, and may be another level. */
	#know(scene: Scene): void {
		if (this.#known.has(scene)) return
		this.#known.add(scene)
		scene.sys.events.on(Scenes.Events.CREATE, this.#again)
	}

	readonly #again = (): void => {
		this.isDue = true
	}

	#say(): void {
		this.isDue = false
		let activity: Activity | undefined
		for (const scene of this.#shown) activity ??= this.#presenceOf(scene)
		if (!activity) this.#client.ClearRichPresence()
		else {
			this.#client.UpdateRichPresence(activity, (result) => {
				if (!result.Successful()) console.warn(`The presence was not told. ${result.Error()}`)
			})
		}
	}
}

const isBeginning = ({ sys }: Scene): boolean =>
	sys.settings.status >= Scenes.START && sys.settings.status <= Scenes.CREATING

/** Phaser starts and ends it; `socialPlugin` makes its entry of the game's configuration. */
export class SocialPlugin extends Plugins.BasePlugin {
	client!: Client
	events!: SocialEvents
	#presence: ScenePresence | undefined

	override init({ client, presenceOf }: SocialPluginData): void {
		this.client = client
		this.events = new SocialEvents(client)
		if (!presenceOf) return
		this.#presence = new ScenePresence(this.game, client, presenceOf)
		// A new connection was told nothing yet.
		this.events.on('statusChanged', () => this.showPresence())
	}

	/** Asks `presenceOf` again with the next step: something it looks at has changed. */
	showPresence(): void {
		if (this.#presence) this.#presence.isDue = true
	}

	override start(): void {
		this.showPresence()
		this.game.events.on(Core.Events.STEP, this.#step)
	}

	override stop(): void {
		this.game.events.off(Core.Events.STEP, this.#step)
		this.#presence?.stop()
	}

	override destroy(): void {
		this.stop()
		this.events.destroy()
		super.destroy()
	}

	readonly #step = (): void => {
		RunCallbacks()
		this.#presence?.step()
	}
}

/**
 * The entry for `plugins.global` of the game's configuration.
 *
 * @example new Phaser.Game({ plugins: { global: [socialPlugin({ client })] } })
 */
export function socialPlugin(data: SocialPluginData) {
	return { key: 'SocialPlugin', plugin: SocialPlugin, mapping: 'social', start: true, data }
}

declare global {
	namespace Phaser {
		interface Scene {
			/** The platform, where the game has the `socialPlugin`. */
			social: SocialPlugin
		}
	}
}
