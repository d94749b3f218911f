/** What the board is painted with: textures, made once for each scheme of colours. */
import type { Scene } from 'phaser'
import { COLUMNS, type Place, ROWS, type Side } from './rules.ts'

export const CELL = 120
const EDGE = 28
export const WIDTH = COLUMNS * CELL + 2 * EDGE
export const WALL_TOP = 110
const WALL_HEIGHT = ROWS * CELL + 2 * EDGE
export const HEIGHT = WALL_TOP + WALL_HEIGHT + 130
const HOLE = CELL * 0.4

/** The middle of a place, in the board's own measure. */
export function placeOf({ column, row }: Place): { x: number; y: number } {
	return { x: EDGE + (column + 0.5) * CELL, y: WALL_TOP + EDGE + (ROWS - row - 0.5) * CELL }
}

/** A light that glows, with the mark of its side: colour alone does not tell them apart. */
export function lampTexture(scene: Scene, side: Side, colour: string): void {
	paint(scene, side, CELL, CELL, (context) => {
		const glow = context.createRadialGradient(60, 52, 6, 60, 60, HOLE + 3)
		glow.addColorStop(0, '#ffffff')
		glow.addColorStop(0.3, colour)
		glow.addColorStop(1, colour)
		context.fillStyle = glow
		circle(context, 60, 60, HOLE + 3)
		context.fill()
		context.fillStyle = 'rgb(0 0 0 / 62%)'
		context.beginPath()
		if (side === 'port') context.rect(44, 44, 32, 32)
		else polygon(context, [60, 40], [80, 74], [40, 74])
		context.fill()
	})
}

/** The wall in front of the lights, and the dark behind its holes. */
export function wallTexture(scene: Scene, colour: string, edge: string, night: string): void {
	paint(scene, 'wall-back', WIDTH, WALL_HEIGHT, (context) => {
		context.fillStyle = night
		context.beginPath()
		context.roundRect(6, 6, WIDTH - 12, WALL_HEIGHT - 12, 34)
		context.fill()
	})
	paint(scene, 'wall', WIDTH, WALL_HEIGHT, (context) => {
		context.fillStyle = colour
		context.beginPath()
		context.roundRect(3, 3, WIDTH - 6, WALL_HEIGHT - 6, 36)
		context.fill()
		context.strokeStyle = edge
		context.lineWidth = 6
		context.stroke()
		for (let column = 0; column < COLUMNS; column++) {
			for (let row = 0; row < ROWS; row++) {
				const { x, y } = placeOf({ column, row })
				context.globalCompositeOperation = 'destination-out'
				circle(context, x, y - WALL_TOP, HOLE)
				context.fill()
				context.globalCompositeOperation = 'source-over'
				context.lineWidth = 5
				context.stroke()
			}
		}
	})
}

/** One wave, which repeats. */
export function waveTexture(scene: Scene, name: string, colour: string): void {
	paint(scene, name, 128, 256, (context) => {
		context.fillStyle = colour
		context.beginPath()
		context.moveTo(0, 14)
		for (let x = 0; x <= 128; x += 4) context.lineTo(x, 14 + 9 * Math.sin((x / 128) * 2 * Math.PI))
		polygonEnd(context, [128, 256], [0, 256])
		context.fill()
	})
}

function paint(
	{ textures }: Scene,
	name: string,
	width: number,
	height: number,
	draw: (context: CanvasRenderingContext2D) => void,
): void {
	if (textures.exists(name)) textures.remove(name)
	const texture = textures.createCanvas(name, width, height)
	if (!texture) throw new Error(`The texture ${name} was not made.`)
	draw(texture.context)
	texture.refresh()
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
	context.beginPath()
	context.arc(x, y, radius, 0, 2 * Math.PI)
}

function polygon(context: CanvasRenderingContext2D, [x, y]: [number, number], ...others: [number, number][]): void {
	context.moveTo(x, y)
	polygonEnd(context, ...others)
}

function polygonEnd(context: CanvasRenderingContext2D, ...points: [number, number][]): void {
	for (const [x, y] of points) context.lineTo(x, y)
	context.closePath()
}
