import { ApiError, isSnowflake } from '@guildhall/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findAttachment } from '../domain/messages/attachments.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Store } from '../ports/store.ts'
import type { Web } from '../ports/web.ts'
import { DEFAULT_AVATARS, defaultAvatar } from './default-avatars.ts'
import { createExternalPictures } from './external.ts'
import { createPictures } from './pictures.ts'
import { safetyHeaders, serve } from './serve.ts'

export interface CdnOptions {
	store: Store
	blobs: Blobs
	/** The way to pictures of other servers. */
	web: Web
}

/** Where pictures lie, by the names of their owners (HC §9). The path without its extension is the blob's key. */
const PICTURES = [
	'/avatars/:user/:file',
	'/icons/:guild/:file',
	'/splashes/:guild/:file',
	'/discovery-splashes/:guild/:file',
	'/home-headers/:guild/:file',
	'/banners/:owner/:file',
	'/app-icons/:application/:file',
	'/role-icons/:role/:file',
	'/guild-tag-badges/:guild/:file',
	'/guilds/:guild/users/:user/avatars/:file',
	'/guilds/:guild/users/:user/banners/:file',
]

const ASSET_FILE = /^(\d+)\.(?:png|jpe?g|webp|gif|avif)$/
const PICTURE_FILE = /^((?:a_)?[0-9a-f]{32})\.(?:png|jpe?g|webp|gif|avif)$/

/** Adds the addresses of what is stored. Attachments are for who holds a signed address; pictures are for everybody. */
export function addCdn(http: FastifyInstance, { store, blobs, web }: CdnOptions): void {
	const pictures = createPictures(blobs)
	const external = createExternalPictures(web, () => store.now())

	// HEAD is answered by the same handlers: what the framework makes of GET would read every file to count it.
	const read = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
		http.route({ method: ['GET', 'HEAD'], exposeHeadRoute: false, url, handler })

	read('/attachments/:channel/:attachment/:filename', async (request, reply) => {
		const { channel = '', attachment = '', filename = '' } = request.params as Record<string, string>
		const path = `/attachments/${channel}/${attachment}/${encodeURIComponent(filename)}`
		if (!store.links.opens(path, signature(request), store.now())) throw new ApiError('NotFound')
		const row = isSnowflake(attachment) ? await findAttachment(store, attachment) : undefined
		if (!row || row.channel_id !== channel || row.filename !== filename) throw new ApiError('NotFound')
		const { blob_key: blobKey, size, content_type: contentType } = row
		return serve(request, reply, blobs, { blobKey, size, contentType, tag: row.id, filename })
	})

	read('/embed/avatars/:file', async (request, reply) => {
		const [, digits] = /^(\d)\.png$/.exec((request.params as { file: string }).file) ?? []
		const index = Number(digits ?? Number.NaN)
		if (!(index < DEFAULT_AVATARS)) throw new ApiError('NotFound')
		return reply
			.headers({ ...safetyHeaders, 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
			.send(defaultAvatar(index))
	})

	async function servePicture(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
		const { file = '', ...owners } = request.params as Record<string, string>
		const [, hash] = PICTURE_FILE.exec(file) ?? []
		if (!hash || !Object.values(owners).every(isSnowflake)) throw new ApiError('NotFound')
		const folder = (request.url.split('?')[0] ?? '').split('/').slice(1, -1).join('/')
		// The author of what was said in a lobby is its application, whose picture is its icon.
		const icon = folder.startsWith('avatars/') ? folder.replace('avatars', 'app-icons') : undefined
		const picture =
			(await pictures.find(`${folder}/${hash}`)) ?? (icon ? await pictures.find(`${icon}/${hash}`) : undefined)
		if (!picture) throw new ApiError('NotFound')
		return serve(request, reply, blobs, { ...picture, tag: hash, filename: file })
	}
	for (const url of PICTURES) read(url, servePicture)

	read('/app-assets/:application/:file', async (request, reply) => {
		const { application = '', file = '' } = request.params as Record<string, string>
		const [, id] = ASSET_FILE.exec(file) ?? []
		if (!id || !isSnowflake(application) || !isSnowflake(id)) throw new ApiError('NotFound')
		const picture = await pictures.find(`app-assets/${application}/${id}`)
		if (!picture) throw new ApiError('NotFound')
		return serve(request, reply, blobs, { ...picture, tag: id, filename: file })
	})

	read('/external/*', async (request, reply) => {
		const url = store.links.externalUrl((request.url.split('?')[0] ?? '').slice(1))
		if (url === undefined) throw new ApiError('NotFound')
		const { bytes, contentType } = await external(url)
		return reply
			.headers({ ...safetyHeaders, 'content-type': contentType, 'cache-control': 'public, max-age=86400' })
			.send(bytes)
	})
}

function signature(request: FastifyRequest): { ex?: string; is?: string; hm?: string } {
	const query = request.query as Record<string, unknown>
	const read = (name: 'ex' | 'is' | 'hm') => {
		const value = query[name]
		return typeof value === 'string' ? { [name]: value } : {}
	}
	return { ...read('ex'), ...read('is'), ...read('hm') }
}
