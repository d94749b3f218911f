import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asked, blocked, ended, hasBlock, merged, type Sides } from './sides.ts'

/** Every relation there can be, by its types. */
const ALL: Sides[] = (
	[
		[0, 0],
		[1, 1],
		[3, 4],
		[4, 3],
		[2, 0],
		[0, 2],
		[2, 2],
	] as const
).map(([own, theirs]) => ({ own, theirs }))
const any = fc.constantFrom(...ALL)
const turned = ({ own, theirs }: Sides): Sides => ({ own: theirs, theirs: own })
const isOne = (sides: Sides) => ALL.some(({ own, theirs }) => own === sides.own && theirs === sides.theirs)

test('F1 whatever people do, both sides fit each other', () => {
	const act = fc.constantFrom(
		...[asked, ended, blocked],
		...[asked, ended, blocked].map((step) => (sides: Sides) => turned(step(turned(sides)))),
	)
	fc.assert(
		fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
			let sides = ALL[0] as Sides
			for (const step of acts) {
				// Whom one has blocked, or who has blocked one, is not asked.
				if (hasBlock(sides) && step(sides).own === 4) continue
				sides = step(sides)
				assert.ok(isOne(sides), JSON.stringify(sides))
			}
		}),
	)
})

test('F1 who asks whom has asked them is their friend, whoever was first', () => {
	const both = turned(asked(turned(asked({ own: 0, theirs: 0 }))))
	assert.deepEqual(both, { own: 1, theirs: 1 })
})

test('F10 of two relations one is left: block, friends, request; it does not matter in which order they come', () => {
	fc.assert(
		fc.property(any, any, (a, b) => {
			const one = merged(a, b)
			assert.ok(isOne(one))
			assert.deepEqual(one, merged(b, a))
			assert.deepEqual(merged(one, b), one)
			assert.deepEqual(merged(turned(a), turned(b)), turned(one))
			assert.equal(hasBlock(one), hasBlock(a) || hasBlock(b))
			assert.equal(one.own === 1, !hasBlock(one) && (a.own === 1 || b.own === 1 || a.own + b.own === 7))
		}),
	)
})
