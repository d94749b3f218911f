/** The SDK in three.js: callbacks in the render loop, events of an `EventDispatcher`, objects for the members of a lobby. */
import { type Client, type LobbyMemberHandle, RunCallbacks, type Snowflake } from '@guildhall/socialsdk'
import { EventDispatcher, type EventListener, Group, type Object3D } from 'three'

/** Events by the names of `Client.on`; `args` are what a listener there gets. */
export type SocialEventMap = { [N in keyof Client.Events]: { args: Client.Events[N] } }

type EventName = keyof SocialEventMap

/**
 * A client in a three.js game.
 *
 * @example
 * const social = new Social(client)
 * renderer.setAnimationLoop(() => {
 * 	social.update()
 * 	renderer.render(scene, camera)
 * })
 */
export class Social extends EventDispatcher<SocialEventMap> {
	readonly client: Client
	readonly #followed = new Map<EventName, () => void>()

	/** The client is best made with `dispatch: 'manual'`: it calls back in `update` alone then. */
	constructor(client: Client) {
		super()
		this.client = client
	}

	/** Runs what is due. Call it in every frame. */
	update(): void {
		RunCallbacks()
	}

	/** Hears nothing more of the client, which goes on. */
	dispose(): void {
		for (const unfollow of this.#followed.values()) unfollow()
		this.#followed.clear()
	}

	// A client is listened to for what somebody here has asked for.
	override addEventListener<N extends EventName>(type: N, listener: EventListener<SocialEventMap[N], N, this>): void {
		if (!this.#followed.has(type))
			this.#followed.set(
				type,
				this.client.on(type, (...args) => this.#tell(type, args)),
			)
		super.addEventListener(type, listener)
	}

	#tell<N extends EventName>(type: N, args: Client.Events[N]): void {
		this.dispatchEvent({ type, args } as Parameters<typeof this.dispatchEvent<N>>[0])
	}
}

export interface LobbyCrowdOptions<O extends Object3D> {
	/** Makes the object of a member who came. */
	create(member: LobbyMemberHandle): O
	/** Called after that, and whenever the member, their metadata or their user changes. */
	update?(object: O, member: LobbyMemberHandle): void
	/** Called for the object of a member who is gone, after it was taken out: free geometries and materials here. */
	remove?(object: O): void
	/** Also members whose game is not connected now. */
	withAbsent?: boolean
}

/** A group with one object for each member of a lobby, kept as the lobby is. Add it to the scene. */
export class LobbyCrowd<O extends Object3D> extends Group {
	readonly lobbyId: Snowflake
	readonly #social: Social
	readonly #options: LobbyCrowdOptions<O>
	readonly #objects = new Map<Snowflake, O>()
	readonly #offs: (() => void)[]

	constructor(social: Social, lobbyId: Snowflake, options: LobbyCrowdOptions<O>) {
		super()
		this.lobbyId = lobbyId
		this.#social = social
		this.#options = options
		const refresh = (id: Snowflake) => {
			if (id === lobbyId) this.refresh()
		}
		const { client } = social
		this.#offs = [
			client.on('lobbyCreated', refresh),
			client.on('lobbyDeleted', refresh),
			client.on('lobbyMemberAdded', refresh),
			client.on('lobbyMemberUpdated', refresh),
			client.on('lobbyMemberRemoved', refresh),
			client.on('userUpdated', (userId) => {
				if (this.#objects.has(userId)) this.refresh()
			}),
		]
		this.refresh()
	}

	/** The object of a member who is in sight. */
	objectOf(memberId: Snowflake): O | undefined {
		return this.#objects.get(memberId)
	}

	/** Makes the group as the lobby is now; happens by itself. */
	refresh(): void {
		const members = this.#social.client.GetLobbyHandle(this.lobbyId)?.LobbyMembers() ?? []
		const there = members.filter((member) => this.#options.withAbsent || member.Connected())
		const ids = new Set(there.map((member) => member.Id()))
		for (const id of [...this.#objects.keys()]) if (!ids.has(id)) this.#takeOut(id)
		for (const member of there) {
			const object = this.#objects.get(member.Id()) ?? this.#bring(member)
			this.#options.update?.(object, member)
		}
	}

	/** Takes everything out and follows the lobby no longer. */
	override dispose(): void {
		for (const off of this.#offs.splice(0)) off()
		for (const id of [...this.#objects.keys()]) this.#takeOut(id)
		this.removeFromParent()
		super.dispose()
	}

	#bring(member: LobbyMemberHandle): O {
		const object = this.#options.create(member)
		this.#objects.set(member.Id(), object)
		this.add(object)
		return object
	}

	#takeOut(id: Snowflake): void {
		const object = this.#objects.get(id)
		if (!object) return
		this.#objects.delete(id)
		this.remove(object)
		this.#options.remove?.(object)
	}
}
