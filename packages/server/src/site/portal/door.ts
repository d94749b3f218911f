import type { FastifyInstance } from 'fastify'
import { addRoom } from '../room.ts'
import type { SiteDoor } from '../world.ts'
import { bot } from './bot.ts'
import { developersRoom } from './developers.ts'
import { general } from './general.ts'
import { identities } from './identities.ts'
import { install } from './install.ts'
import { oauth } from './oauth.ts'
import { ownership } from './ownership.ts'
import { scopes } from './scopes.ts'
import { sectionRoom } from './section.ts'
import { teamRoom } from './team.ts'
import { webhooks } from './webhooks.ts'

const SECTIONS = [general, oauth, bot, install, identities, webhooks, scopes, ownership]

/** Adds the pages of developers: their applications, section by section, and their teams. */
export async function addPortal(http: FastifyInstance, door: SiteDoor): Promise<void> {
	addRoom(http, door, developersRoom(door))
	addRoom(http, door, teamRoom(door))
	for (const section of SECTIONS) addRoom(http, door, sectionRoom(door, section(door)))
}
