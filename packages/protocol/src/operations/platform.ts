import { type AnyOperation, operation } from '../operation.ts'
import { ApplicationChanges, PrivateApplication } from '../resources/application.ts'
import { BotGateway, Gateway } from '../resources/gateway.ts'
import { VoiceRegion } from '../resources/voice.ts'
import { list } from '../schema.ts'
import { ids } from './path.ts'

export const getGateway = operation({
	id: 'get_gateway',
	method: 'GET',
	path: '/gateway',
	summary: 'Where the gateway is.',
	callers: ['anyone'],
	limit: 'unlimited',
	returns: Gateway,
})

export const getBotGateway = operation({
	id: 'get_bot_gateway',
	method: 'GET',
	path: '/gateway/bot',
	summary: 'Where the gateway is, in how many shards to connect, and how often one still may today.',
	callers: ['bot'],
	limit: 'unlimited',
	returns: BotGateway,
})

export const getMyApplication = operation({
	id: 'get_my_application',
	method: 'GET',
	path: '/applications/@me',
	summary: "The bot's application.",
	callers: ['bot'],
	limit: 'unlimited',
	returns: PrivateApplication,
})

export const updateMyApplication = operation({
	id: 'update_my_application',
	method: 'PATCH',
	path: '/applications/@me',
	summary: "Changes the bot's application.",
	callers: ['bot'],
	body: ApplicationChanges,
	returns: PrivateApplication,
})

export const getApplication = operation({
	id: 'get_application',
	method: 'GET',
	path: '/applications/{application_id}',
	summary: "The bot's application, by id.",
	callers: ['bot'],
	params: ids('application_id'),
	returns: PrivateApplication,
	errors: ['UnknownApplication', 'NotAuthorizedOnApplication'],
})

export const getMyOauth2Application = operation({
	id: 'get_my_oauth2_application',
	method: 'GET',
	path: '/oauth2/applications/@me',
	summary: "The bot's application.",
	callers: ['bot'],
	limit: 'unlimited',
	returns: PrivateApplication,
})

export const listVoiceRegions = operation({
	id: 'list_voice_regions',
	method: 'GET',
	path: '/voice/regions',
	summary: 'The voice regions there are.',
	callers: ['bot'],
	returns: list(VoiceRegion),
})

export const PLATFORM_OPERATIONS: readonly AnyOperation[] = [
	getGateway,
	getBotGateway,
	getMyApplication,
	updateMyApplication,
	getApplication,
	getMyOauth2Application,
	listVoiceRegions,
]
