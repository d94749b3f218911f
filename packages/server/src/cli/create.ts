import { randomBytes } from 'node:crypto'
import type { Settings } from '../config.ts'
import { createUser, findUserByName, isNameTaken } from '../domain/accounts/accounts.ts'
import { createPassword } from '../domain/accounts/passwords.ts'
import { createApplication } from '../domain/applications/applications.ts'
import type { Store } from '../ports/store.ts'
import { type Machine, Refusal } from './machine.ts'
import type { Call } from './program.ts'
import { withStoreAddress } from './store-address.ts'

/** `guildhall user create` */
export async function createPerson(machine: Machine, settings: Settings, { words, options }: Call): Promise<void> {
	const username = String(words[0])
	if (!/^[a-z0-9_.]{2,32}$/.test(username)) throw new Refusal('A username is 2 to 32 of a–z, 0–9, _ and .')
	const email = typeof options.email === 'string' ? options.email.toLowerCase() : null
	if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(`${email} is no e-mail address.`)
	await withStore(machine, settings, async (store) => {
		if (await isNameTaken(store, username)) throw new Refusal(`The username ${username} is taken.`)
		const password = randomBytes(15).toString('base64url')
		const user = await store.transaction((tx) =>
			createUser(tx, {
				username,
				globalName: typeof options.displayName === 'string' ? options.displayName : null,
				email,
				isVerified: email !== null,
			}),
		)
		await createPassword(store, user.id, password)
		machine.say(
			`id        ${user.id}\nusername  ${username}\npassword  ${password}\n\nThe password is not shown again.`,
		)
	})
}

/** `guildhall app create` */
export async function createApp(machine: Machine, settings: Settings, { words, options }: Call): Promise<void> {
	const name = String(words[0])
	const owner = options.owner
	if (name.length < 2 || name.length > 32) throw new Refusal('The name of an application has 2 to 32 characters.')
	if (typeof owner !== 'string') throw new Refusal('--owner must name the account whose application it is.')
	const redirectUris = (options.redirectUri ?? []) as string[]
	const bad = redirectUris.find((uri) => !URL.canParse(uri))
	if (bad) throw new Refusal(`${bad} is no absolute address.`)
	await withStore(machine, settings, async (store) => {
		const user = await findUserByName(store, owner)
		if (!user) throw new Refusal(`There is no account ${owner}. Make it with \`guildhall user create ${owner}\`.`)
		const { application, credentials } = await store.transaction((tx) =>
			createApplication(tx, {
				name,
				ownerId: user.id,
				redirectUris,
				hasSocialTerms: options.social === true,
			}),
		)
		machine.say(
			[
				`id             ${application.id}`,
				`public key     ${application.public_key}`,
				`client secret  ${credentials.clientSecret}`,
				`bot token      ${credentials.botToken}`,
				'\nThe secret and the token are not shown again.',
			].join('\n'),
		)
	})
}

async function withStore(machine: Machine, settings: Settings, work: (store: Store) => Promise<void>): Promise<void> {
	await withStoreAddress(machine, settings, { isExclusive: false }, async (kept) => {
		const { store, close } = await machine.openStore(kept)
		try {
			await work(store)
		} finally {
			await close()
		}
	})
}
