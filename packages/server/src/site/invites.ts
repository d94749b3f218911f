import { ApiError, type Invite } from '@guildhall/protocol'
import { type InviteCard, invitePage, joinedPage, unknownInvitePage } from '@guildhall/web'
import type { FastifyInstance } from 'fastify'
import { acceptInvite } from '../domain/invites/accept.ts'
import { viewInvite } from '../domain/invites/manage.ts'
import { guildIconOf, personCardOf } from '../http/cards.ts'
import type { Store } from '../ports/store.ts'
import { addRoom } from './room.ts'
import type { SiteDoor } from './world.ts'

/** Adds the page on which a person accepts an invite (J7). */
export function addInvites(http: FastifyInstance, door: SiteDoor): void {
	const { store } = door

	addRoom(http, door, {
		path: '/invite/:code',
		async show({ params, page, login }) {
			const invite = await findInvite(store, params.code ?? '')
			if (!invite) return unknownInvitePage()
			const { name: personName } = personCardOf(store, login.user)
			return invitePage({ ...page, personName, invite: cardOf(store, invite) })
		},
		acts: {
			accept: {
				async run({ userId, params }) {
					const { code = '' } = params
					const accepted = await store.transaction(async (tx) => ({
						...(await viewInvite(tx, code, [])),
						isNew: (await acceptInvite(tx, userId, code)).new_member,
					}))
					return { text: joinedPage({ ...cardOf(store, accepted), isNew: accepted.isNew }) }
				},
			},
		},
	})
}

async function findInvite(store: Store, code: string): Promise<Invite | undefined> {
	try {
		return await viewInvite(store, code, [])
	} catch (error) {
		if (error instanceof ApiError && error.named === 'UnknownInvite') return undefined
		throw error
	}
}

function cardOf(store: Store, { guild, channel, inviter, approximate_member_count }: Invite): InviteCard {
	return {
		guildName: guild.name,
		iconUrl: guildIconOf(store, guild),
		channelName: channel.name ?? '',
		inviterName: inviter && (inviter.global_name ?? inviter.username),
		memberCount: approximate_member_count ?? 0,
	}
}
