import { ApiError, type ErrorTree, isSnowflake } from '@guildhall/protocol'
import { profilePage, STRINGS } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { isTakenMeanwhile } from '../../domain/accounts/accounts.ts'
import { changeProfile, type ProfileChanges } from '../../domain/accounts/profile.ts'
import { tidyName } from '../../domain/accounts/usernames.ts'
import { tellMemberships } from '../../domain/guilds/mine.ts'
import { choosePrimaryGuild, listTagged } from '../../domain/guilds/tags.ts'
import { tellMates } from '../../domain/lobbies/tell-mates.ts'
import { MOST_PICTURE_BYTES, storePictureFile } from '../../domain/media/images.ts'
import { personCardOf, tagBadgeOf } from '../../http/cards.ts'
import { addRoom, type Outcome } from '../room.ts'
import type { SiteDoor } from '../world.ts'

const MOST_NAME = 32
const noSuchTag: Outcome = { problems: { guild: STRINGS.account.profile.problems.tag } }

/** Adds the page of how one is seen by others. */
export function addProfile(http: FastifyInstance, door: SiteDoor): void {
	const { store, blobs } = door

	addRoom(http, door, {
		path: '/account',
		mostFileBytes: MOST_PICTURE_BYTES,
		async show({ login: { user }, page }) {
			const card = personCardOf(store, user)
			const isWorn = user.primary_guild_enabled === 1 && user.primary_guild_tag !== null
			return profilePage({
				...page,
				person: { ...card, username: user.username, globalName: user.global_name },
				tags: (await listTagged(store, user.id)).map((guild) => ({
					guildId: guild.id,
					guild: guild.name,
					tag: guild.tag ?? '',
					badgeUrl: tagBadgeOf(store, guild),
				})),
				wornGuildId: isWorn ? user.primary_guild_id : null,
			})
		},
		acts: {
			save: {
				async run({ userId }, { fields: { name = '', username = '' }, file }): Promise<Outcome> {
					const globalName = tidyName(name.replaceAll('\0', ''))
					if ([...globalName].length > MOST_NAME) return { problems: { name: STRINGS.account.profile.problems.name } }
					const avatar = file && (await pictureOf(userId, file.bytes))
					if (avatar === null) return { problems: { picture: STRINGS.account.profile.problems.picture } }
					return change(userId, { username, globalName, ...(avatar ? { avatar } : {}) })
				},
			},
			tag: {
				async run({ userId }, { fields: { guild = '' } }): Promise<Outcome> {
					const guildId = guild === '' ? null : guild
					if (guildId !== null && !isSnowflake(guildId)) return noSuchTag
					try {
						const wish = { identity_guild_id: guildId, identity_enabled: true }
						await store.transaction((tx) => choosePrimaryGuild(tx, userId, wish))
						return { done: guildId === null ? 'tag-removed' : 'tag-saved' }
					} catch (error) {
						// They have left, or the tag was taken away, while the page was open.
						if (error instanceof ApiError && error.status < 500) return noSuchTag
						throw error
					}
				},
			},
			'remove-picture': {
				async run({ userId }) {
					await change(userId, { avatar: null })
					return { done: 'picture-removed' }
				},
			},
		},
	})

	/** The stored picture's hash; null where it is none. */
	async function pictureOf(userId: string, bytes: Buffer): Promise<string | null> {
		try {
			return await storePictureFile(blobs, `avatars/${userId}`, bytes, 'avatar')
		} catch (error) {
			if (error instanceof ApiError) return null
			throw error
		}
	}

	async function change(userId: string, changes: ProfileChanges): Promise<Outcome> {
		try {
			await store.transaction(async (tx) => {
				await tellMemberships(tx, await changeProfile(tx, userId, changes))
				await tellMates(tx, userId)
			})
			return { done: 'profile-saved' }
		} catch (error) {
			// Somebody else took the name between our look and our write.
			if (isTakenMeanwhile(error)) return { problems: { username: STRINGS.register.problems.username.taken } }
			if (error instanceof ApiError && error.errors) return { problems: { username: sentenceOf(error.errors) } }
			throw error
		}
	}
}

/** What the wire says of a username, in the words of the pages. */
function sentenceOf(errors: ErrorTree): string {
	const { username } = STRINGS.register.problems
	const { code } = ((errors.username as ErrorTree | undefined)?._errors as { code: string }[] | undefined)?.[0] ?? {}
	switch (code) {
		case 'BASE_TYPE_BAD_LENGTH':
			return username.length
		case 'USERNAME_ALREADY_TAKEN':
			return username.taken
		default:
			return username.characters
	}
}
