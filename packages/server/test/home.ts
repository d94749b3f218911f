/** A guild with channels of every kind, a bot that may do everything asked for, and people who write. */
import { CHANNEL_TYPES, type Message, PERMISSIONS, type PermissionName } from '@guildhall/protocol'
import type { NewGuildChannel } from '../src/domain/channels/insert.ts'
import type { Answered, Bot, Client, TestServer } from './server.ts'

/** MESSAGE_CONTENT, limited. */
const READS_CONTENT = 1 << 19

export interface Home {
	guildId: string
	ownerId: string
	/** Holds "Keeper" and reads what people write. */
	bot: Bot
	channels: Record<keyof typeof CHANNELS, string>
	roles: { keeper: string; crew: string; quiet: string }
	/** Posts as a person. @throws ApiError */
	say(userId: string, channelId: string, body: object | string): Promise<Message>
	/** A member with a bot's token who has nothing but what `@everyone` has. */
	stranger(name: string, options?: { flags?: number; roleIds?: string[] }): Promise<Bot>
}

const CHANNELS = {
	general: CHANNEL_TYPES.text,
	news: CHANNEL_TYPES.announcement,
	lounge: CHANNEL_TYPES.voice,
	heading: CHANNEL_TYPES.category,
	forum: CHANNEL_TYPES.forum,
	slow: CHANNEL_TYPES.text,
	hidden: CHANNEL_TYPES.text,
	silent: CHANNEL_TYPES.text,
} as const

const KEEPER: PermissionName[] = [
	'ManageMessages',
	'PinMessages',
	'MentionEveryone',
	'ManageChannels',
	'SendTtsMessages',
	'ViewAuditLog',
]

const bits = (...names: PermissionName[]) => names.reduce((all, name) => all | PERMISSIONS[name], 0n).toString()

export async function makeHome(server: TestServer): Promise<Home> {
	const owner = await server.person('alice')
	const { guild, roles, channels } = await server.guild(owner.id, {
		features: ['COMMUNITY'],
		roles: [
			{ id: '1' },
			{ id: '2', name: 'Keeper', permissions: bits(...KEEPER) },
			{ id: '3', name: 'Crew', mentionable: true },
			{ id: '4', name: 'Quiet' },
		],
		channels: Object.entries(CHANNELS).map(
			([name, type]): NewGuildChannel => ({
				name,
				type,
				...(name === 'slow' ? { rate_limit_per_user: 30 } : {}),
				...(name === 'hidden'
					? {
							permission_overwrites: [
								{ id: '1', type: 0, allow: '0', deny: bits('ReadMessageHistory', 'AddReactions') },
							],
						}
					: {}),
				...(name === 'silent'
					? {
							permission_overwrites: [
								{
									id: '1',
									type: 0,
									allow: '0',
									deny: bits('SendMessages', 'AddReactions', 'AttachFiles', 'EmbedLinks'),
								},
							],
						}
					: {}),
			}),
		),
	})
	const roleOf = (name: string) => roles.find((role) => role.name === name)?.id ?? ''
	const keeper = roleOf('Keeper')
	async function stranger(name: string, { flags = 0, roleIds = [] }: { flags?: number; roleIds?: string[] } = {}) {
		const bot = await server.bot(name, { flags })
		await server.join(guild.id, bot.id, { roleIds })
		return bot
	}
	return {
		guildId: guild.id,
		ownerId: owner.id,
		bot: await stranger('Herald', { flags: READS_CONTENT, roleIds: [keeper] }),
		channels: Object.fromEntries(channels.map(({ name, id }) => [name, id])) as Home['channels'],
		roles: { keeper, crew: roleOf('Crew'), quiet: roleOf('Quiet') },
		stranger,
		async say(userId, channelId, body) {
			const value = typeof body === 'string' ? { content: body } : body
			const { body: message } = await server.app.perform('create_message', {
				params: { channel_id: channelId },
				query: {},
				caller: { kind: 'login', userId, authTime: server.clock.now() },
				address: 'test',
				body: async () => ({ kind: 'json', value: structuredClone(value) }),
				reason: undefined,
				version: 10,
			})
			return message as Message
		},
	}
}

export interface FilePart {
	name: string
	filename: string
	content: string | Uint8Array
}

/** The bytes of a multipart body and its content type. */
export function multipart(
	fields: Record<string, string>,
	files: readonly FilePart[] = [],
): { payload: Buffer; type: string } {
	const boundary = '----guildhall-test'
	const parts = Object.entries(fields).map(([name, value]) =>
		Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
	)
	for (const { name, filename, content } of files) {
		parts.push(
			Buffer.from(
				`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
			),
			Buffer.from(content),
			Buffer.from('\r\n'),
		)
	}
	return {
		payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
		type: `multipart/form-data; boundary=${boundary}`,
	}
}

/** Sends a message's JSON with files. */
export function upload(
	client: Client,
	method: string,
	path: string,
	json: object,
	files: readonly FilePart[],
): Promise<Answered> {
	const { payload, type } = multipart({ payload_json: JSON.stringify(json) }, files)
	return client.call(method, path, payload, { 'content-type': type })
}

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)

/** The leaf of a form error at a path of keys. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
export function leaf(body: any, ...path: (string | number)[]): string[] {
	const node = path.reduce((at, key) => at?.[String(key)], body?.errors)
	return (node?._errors ?? []).map(({ code }: { code: string }) => code)
}
