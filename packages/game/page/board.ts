/** The wall, the water and the boats, drawn by Phaser. Knows the position to show, and hears by itself who is there and what is said. */
import type { Client } from '@guildhall/socialsdk'
import { socialPlugin } from '@guildhall/socialsdk-phaser'
import { AUTO, Core, Game, type GameObjects, Scale, Scene } from 'phaser'
import { Boats } from './boats.ts'
import { CELL, HEIGHT, lampTexture, placeOf, WALL_TOP, WIDTH, wallTexture, waveTexture } from './drawings.ts'
import { COLUMNS, lightsIn, type Position, ROWS, type Side, winningLine } from './rules.ts'

export interface BoardView {
	show(position: Position): void
	/** Hangs a light of this side above a column; none without one. */
	preview(column: number | undefined, side: Side): void
	/** Whose boats are on the water. */
	watch(lobbyId: bigint, sides: Record<Side, string | undefined>): void
}

/** What players who ask for it are spared. */
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

export function createBoard(parent: HTMLElement, client: Client): Promise<BoardView> {
	return new Promise((ready) => {
		const game = new Game({
			type: AUTO,
			parent,
			width: WIDTH,
			height: HEIGHT,
			transparent: true,
			banner: false,
			audio: { noAudio: true },
			input: false,
			// Enough for a board, and half the work.
			fps: { limit: 30 },
			scale: { mode: Scale.FIT },
			scene: new Wall(ready),
			plugins: { global: [socialPlugin({ client })] },
		})
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
			game.scene.getScene('wall').scene.restart(),
		)
	})
}

class Wall extends Scene implements BoardView {
	#ready: (view: BoardView) => void
	#position: Position = { moves: [], first: 'port' }
	#lamps: GameObjects.Image[] = []
	#rings: GameObjects.Arc[] = []
	#hanging?: GameObjects.Image
	#waves: GameObjects.TileSprite[] = []
	#boats?: Boats
	#watched?: Parameters<BoardView['watch']>

	constructor(ready: (view: BoardView) => void) {
		super('wall')
		this.#ready = ready
	}

	create(): void {
		this.#lamps = []
		this.#rings = []
		const style = getComputedStyle(document.documentElement)
		const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
		for (const side of ['port', 'starboard'] as const) lampTexture(this, side, colour(`${side}-light`))
		wallTexture(this, colour('wall'), colour('wall-edge'), colour('night'))
		this.add
			.image(WIDTH / 2, WALL_TOP, 'wall-back')
			.setOrigin(0.5, 0)
			.setDepth(0)
		this.add
			.image(WIDTH / 2, WALL_TOP, 'wall')
			.setOrigin(0.5, 0)
			.setDepth(2)
		this.#hanging = this.add
			.image(0, WALL_TOP - 44, 'port')
			.setDepth(3)
			.setAlpha(0.75)
			.setVisible(false)
		this.#waves = (['sea-far', 'sea-near'] as const).map((name, index) => {
			waveTexture(this, name, colour(name))
			const top = WALL_TOP + ROWS * CELL + 40 + index * 62
			return this.add
				.tileSprite(0, top, WIDTH, HEIGHT - top, name)
				.setOrigin(0)
				.setDepth(4 + 2 * index)
		})
		const changed = () => this.#rest()
		this.#boats = new Boats(this, changed, {
			port: colour('port'),
			starboard: colour('starboard'),
			ink: colour('ink'),
			paper: colour('panel'),
		})
		if (this.#watched) this.watch(...this.#watched)
		this.#draw(this.#position, false)
		this.#ready(this)
		this.#rest()
	}

	override update(time: number): void {
		if (isCalm()) return
		for (const [index, wave] of this.#waves.entries()) wave.tilePositionX = time * (index === 0 ? 0.008 : -0.014)
		this.#boats?.rock(time)
	}

	show(position: Position): void {
		const before = this.#position
		this.#position = position
		const isNext = before.first === position.first && String(position.moves.slice(0, -1)) === String(before.moves)
		if (String(before.moves) === String(position.moves) && before.first === position.first) return
		this.#draw(position, isNext)
		this.#rest()
	}

	/** Where nothing moves, the game sleeps until there is something new to draw. */
	#rest(): void {
		if (!isCalm()) return
		this.game.loop.wake()
		this.game.events.once(Core.Events.POST_RENDER, () => this.game.loop.sleep())
	}

	preview(column: number | undefined, side: Side): void {
		this.#rest()
		this.#hanging?.setVisible(column !== undefined).setTexture(side)
		if (column !== undefined) this.#hanging?.setX(placeOf({ column, row: 0 }).x)
	}

	watch(...watched: Parameters<BoardView['watch']>): void {
		this.#watched = watched
		this.#boats?.watch(...watched)
		this.#rest()
	}

	#draw(position: Position, doesLastFall: boolean): void {
		for (const shape of [...this.#lamps, ...this.#rings]) shape.destroy()
		this.#rings = []
		this.#lamps = Array.from({ length: COLUMNS }, (_, column) => column).flatMap((column) =>
			lightsIn(position, column).map((side, row) => {
				const { x, y } = placeOf({ column, row })
				return this.add.image(x, y, side).setDepth(1).setName(`${column} ${row}`)
			}),
		)
		const last = position.moves.at(-1)
		if (doesLastFall && last !== undefined && !isCalm()) {
			const row = position.moves.filter((column) => column === last).length - 1
			const lamp = this.#lamps.find(({ name }) => name === `${last} ${row}`)
			const { y } = placeOf({ column: last, row })
			lamp?.setY(WALL_TOP - 44)
			this.tweens.add({ targets: lamp, y, duration: 260 + 70 * (ROWS - row), ease: 'Bounce.easeOut' })
		}
		this.#shine(position)
	}

	/** The four that won are ringed. */
	#shine(position: Position): void {
		for (const place of winningLine(position)?.places ?? []) {
			const { x, y } = placeOf(place)
			const ring = this.add
				.circle(x, y, CELL * 0.41)
				.setStrokeStyle(9, 0xffffff)
				.setDepth(3)
			this.#rings.push(ring)
			if (isCalm()) continue
			ring.setAlpha(0)
			this.tweens.add({ targets: ring, alpha: 1, delay: 600, duration: 300 })
			this.tweens.add({
				targets: ring,
				scale: 1.12,
				delay: 900,
				duration: 700,
				yoyo: true,
				repeat: -1,
				ease: 'Sine.easeInOut',
			})
		}
	}
}
