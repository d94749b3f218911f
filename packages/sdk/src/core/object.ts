/** What a constructor gets in place of arguments when the SDK itself makes an object. Not exported by the package. */
export class Holding<H extends object> {
	readonly held: H | undefined
	constructor(held?: H) {
		this.held = held
	}
}

// Written once, by the static block below: the way into `#held` for this package that is not a member of every object.
let peek: <H extends object>(object: Movable<H>) => H | undefined

/** An object that may be invalid: one that was moved from, or `nullobj`. */
export abstract class Movable<H extends object> {
	#held: H | undefined

	static {
		peek = (object) => object.#held
	}

	constructor(holding: Holding<H>) {
		this.#held = holding.held
	}

	/** Whether the object can be used. */
	isValid(): boolean {
		return this.#held !== undefined
	}

	/** Hands the contents over to a new object and leaves this one invalid. Never throws. */
	move(): this {
		const moved = another(this, this.#held)
		this.#held = undefined
		return moved
	}

	/** `source.move()`, written as a construction. Never throws. */
	static moveFrom<T extends { move(): T }>(this: { readonly prototype: T }, source: NoInfer<T>): T {
		return source.move()
	}
}

/** A movable object that can also be copied. */
export abstract class Copyable<H extends object> extends Movable<H> {
	/** A second object: of a record an independent value, of a handle another view of the same thing. */
	copy(): this {
		const held = peek(this)
		return another(this, held && duplicate(held))
	}
}

/** What `object` holds; a `TypeError` when it is invalid. */
export function heldBy<H extends object>(object: Movable<H>): H {
	const held = peek(object)
	if (held === undefined) throw new TypeError(`${object.constructor.name}: invalid object`)
	return held
}

/** The `nullobj` of a class: invalid, and never anything else. */
export function invalid<T extends object>(of: { readonly prototype: T }): T {
	return Object.freeze(make(of, undefined))
}

/** Makes an object of a class whose constructor is not public. */
export function make<T extends object>(of: { readonly prototype: T }, held: object | undefined): T {
	return new (of as unknown as new (holding: Holding<object>) => T)(new Holding(held))
}

/** Values that a copy must not share know how to be copied. */
interface Duplicable {
	duplicate(): this
}

function another<T extends object>(object: T, held: object | undefined): T {
	return make(object.constructor as unknown as { readonly prototype: T }, held)
}

function duplicate<H extends object>(held: H): H {
	return 'duplicate' in held ? (held as H & Duplicable).duplicate() : held
}
