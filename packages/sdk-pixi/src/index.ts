/** The SDK as a plugin of PixiJS's `Application`: `app.social`, callbacks in its ticker, and a card that shows a user. */
import { type Client, RunCallbacks, type Snowflake, UserHandle } from '@guildhall/socialsdk'
import {
	type Application,
	Assets,
	Container,
	EventEmitter,
	ExtensionType,
	Graphics,
	Sprite,
	Text,
	type TextStyleOptions,
	type Texture,
	UPDATE_PRIORITY,
} from 'pixi.js'

/** Tells what happens in a client as an `EventEmitter`, under the names of `Client.on`. */
export class Social extends EventEmitter<{ [N in keyof Client.Events]: Client.Events[N] }> {
	readonly client: Client
	readonly #followed = new Map<string, () => void>()

	constructor(client: Client) {
		super()
		this.client = client
	}

	// A client is listened to for what somebody here has asked for.
	override on<N extends keyof Client.Events>(
		event: N,
		fn: (...args: Client.Events[N]) => void,
		context?: unknown,
	): this {
		this.#follow(event)
		return super.on(event, fn as never, context)
	}

	override addListener<N extends keyof Client.Events>(
		event: N,
		fn: (...args: Client.Events[N]) => void,
		context?: unknown,
	): this {
		return this.on(event, fn, context)
	}

	override once<N extends keyof Client.Events>(
		event: N,
		fn: (...args: Client.Events[N]) => void,
		context?: unknown,
	): this {
		this.#follow(event)
		return super.once(event, fn as never, context)
	}

	/** Hears nothing more of the client, which goes on. */
	destroy(): void {
		for (const unfollow of this.#followed.values()) unfollow()
		this.#followed.clear()
		this.removeAllListeners()
	}

	#follow<N extends keyof Client.Events>(event: N): void {
		if (this.#followed.has(event)) return
		const tell = (...args: Client.Events[N]) => void this.emit(event, ...(args as never))
		this.#followed.set(event, this.client.on(event, tell))
	}
}

type Ticking = Pick<Application, 'ticker'> & { social: Social | undefined }

/** `extensions.add(SocialPlugin)`, and `app.init({ social: { client } })` gives `app.social`. */
export const SocialPlugin = {
	extension: ExtensionType.Application,

	init(this: Ticking, { social }: { social?: { client: Client } }): void {
		if (!social) return
		this.social = new Social(social.client)
		// Before the game's own updates of the frame.
		this.ticker.add(RunCallbacks, undefined, UPDATE_PRIORITY.HIGH)
	},

	destroy(this: Ticking): void {
		this.social?.destroy()
		this.social = undefined
		// Gone already where the application's own ticker was destroyed first.
		this.ticker?.remove(RunCallbacks, undefined)
	},
}

export interface UserCardOptions {
	/** Height and width of the picture; 48 by default. */
	size?: number
	/** Of the name. */
	style?: TextStyleOptions
}

/** A user's picture and name, kept as they are. */
export class UserCard extends Container {
	readonly userId: Snowflake
	readonly #client: Client
	readonly #picture = new Sprite()
	readonly #name: Text
	readonly #off: () => void
	#wanted = ''
	#shown = ''

	constructor({ client }: Social, userId: Snowflake, { size = 48, style = {} }: UserCardOptions = {}) {
		super()
		this.userId = userId
		this.#client = client
		const mask = new Graphics().circle(size / 2, size / 2, size / 2).fill('white')
		this.#picture.setSize(size)
		this.#picture.mask = mask
		this.#name = new Text({
			style: { fontFamily: 'system-ui, sans-serif', fontSize: size / 2.6, fill: 'white', ...style },
		})
		this.#name.anchor.set(0, 0.5)
		this.#name.position.set(size * 1.25, size / 2)
		this.addChild(mask, this.#picture, this.#name)
		this.#off = client.on('userUpdated', (id) => {
			if (id === userId) this.refresh()
		})
		this.refresh()
	}

	/** The address of the picture that is shown; empty until it is there. */
	get pictureUrl(): string {
		return this.#shown
	}

	/** Shows the user as they are now; happens by itself. */
	refresh(): void {
		const user = this.#client.GetUser(this.userId)
		this.label = this.#name.text = user?.DisplayName() ?? ''
		const { Png } = UserHandle.AvatarType
		const url = user?.AvatarUrl(Png, Png) ?? ''
		if (url === '' || url === this.#wanted) return
		this.#wanted = url
		Assets.load<Texture>({ src: url, parser: 'texture' }).then(
			(texture) => {
				if (this.destroyed || url !== this.#wanted) return
				const { width, height } = this.#picture
				this.#picture.texture = texture
				this.#picture.setSize(width, height)
				this.#shown = url
			},
			// A card without a picture still has its name.
			(error) => console.warn(`UserCard: ${url} was not loaded`, error),
		)
	}

	override destroy(options?: Parameters<Container['destroy']>[0]): void {
		this.#off()
		super.destroy(options ?? { children: true })
	}
}

declare global {
	namespace PixiMixins {
		interface ApplicationOptions {
			/** The client is best made with `dispatch: 'manual'`: it calls back in the ticker alone then. */
			social?: { client: Client }
		}
		interface Application {
			/** There where `init` was given a client. */
			social: Social
		}
	}
}
