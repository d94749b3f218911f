import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as socialsdk from '../src/index.ts'
import { type Absent, type Contract, compare, methodNames } from '../tools/surface.ts'
import { surfaceFile } from '../tools/surface-file.ts'
import { surfaceTypes } from '../tools/surface-types.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const present: Contract = JSON.parse(read('../contract/present.json'))
const absent: Absent = JSON.parse(read('../contract/absent.json'))
// biome-ignore lint/suspicious/noExplicitAny: the module is looked at by names that are data
const sdk: Record<string, any> = { ...socialsdk }

test('enums have exactly the names and numbers of the native SDK', () => {
	assert.equal(Object.keys(present.enums).length, 28)
	for (const [name, values] of Object.entries(present.enums)) {
		assert.deepEqual(sdk[name], values, name)
		for (const [member, value] of Object.entries(values)) assert.equal(socialsdk.EnumToString(sdk[name], value), member)
		assert.equal(socialsdk.EnumToString(sdk[name], -1), 'unknown')
	}
	assert.equal(socialsdk.Client.Status, socialsdk.ClientStatus)
	assert.equal(socialsdk.Client.Error, socialsdk.ClientError)
	assert.equal(socialsdk.Client.Thread, socialsdk.ClientThread)
	assert.equal(socialsdk.UserHandle.AvatarType, socialsdk.UserHandleAvatarType)
})

test('functions of the module are there', () => {
	for (const name of present.functions) assert.equal(typeof sdk[name], 'function', name)
})

for (const [name, type] of Object.entries(present.types)) {
	describe(name, () => {
		const of = sdk[name]

		test('has its members, with as many arguments', () => {
			for (const [member, arity] of Object.entries(type.statics)) assert.equal(of[member].length, arity, member)
			for (const [member, arity] of Object.entries(type.methods))
				assert.equal(of.prototype[member].length, arity, member)
		})

		test('is copied, moved and invalid as it should be', () => {
			assert.equal('copy' in of.prototype, type.isCopyable)
			assert.equal(of.nullobj.isValid(), false)
			assert.equal(of.nullobj.move().isValid(), false)
			assert.equal(of.moveFrom(of.nullobj).isValid(), false)
			if (type.isCopyable) assert.equal(of.nullobj.copy().isValid(), false)
			for (const member of Object.keys(type.methods)) {
				assert.throws(() => of.nullobj[member](), new TypeError(`${name}: invalid object`), member)
			}
		})

		test('can be made by a game only where the native one can', () => {
			if (!type.isConstructible) {
				assert.throws(() => new of(), TypeError)
			} else {
				const made = new of()
				assert.ok(made.isValid())
				made.Destroy?.()
			}
		})

		test('has nothing else but the extensions that are listed', () => {
			const operators = ['move', 'isValid', ...(type.isCopyable ? ['copy'] : [])]
			const expected = [...Object.keys(type.methods), ...operators, ...type.extensions]
			assert.deepEqual([...methodNames(of)].sort(), expected.sort())
		})

		test('says what is deprecated', () => {
			const sources = globSync(fileURLToPath(new URL('../src/**/*.ts', import.meta.url)))
			for (const member of type.deprecated) {
				const declared = new RegExp(`@deprecated[^/]*\\*/\\s*${member}\\(`)
				assert.ok(
					sources.some((source) => declared.test(readFileSync(source, 'utf8'))),
					member,
				)
			}
		})
	})
}

test('what is listed as absent is absent', () => {
	for (const name of [...absent.functions, ...absent.types]) assert.ok(!(name in sdk), `${name} is there now`)
	for (const [name, members] of Object.entries(absent.members)) {
		for (const member of members)
			assert.ok(!(member in sdk[name].prototype) && !(member in sdk[name]), `${name}.${member}`)
	}
})

test('the lists are those of the reference', { skip: surfaceFile() === undefined && 'no reference at hand' }, () => {
	const surface = JSON.parse(readFileSync(surfaceFile() ?? '', 'utf8'))
	const help = 'run `npm run contract -w packages/sdk`'
	assert.deepEqual(compare(surface, sdk), { present, absent }, help)
	// The formatter breaks lines and sorts imports.
	const tokens = (text: string) => (text.match(/\w+|[^\s\w,;]/g) ?? []).sort()
	assert.deepEqual(tokens(read('./surface.test-d.ts')), tokens(surfaceTypes(surface, absent)), help)
})

test('the version is that of the package', () => {
	const { version } = JSON.parse(read('../package.json'))
	const { Client } = socialsdk
	assert.equal([Client.GetVersionMajor(), Client.GetVersionMinor(), Client.GetVersionPatch()].join('.'), version)
})
