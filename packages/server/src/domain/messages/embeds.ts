import { type Embed, type EmbedInput, formError } from '@guildhall/protocol'
import { findMedia, isAttached, type MediaSource, requireAttached } from './media.ts'

/** Characters of all embeds of a message together (HC §10). */
const MOST_CHARACTERS = 6000
const PICTURE = /\.(?:jpe?g|png|webp|gif)$/i

type Picture = NonNullable<Embed['image']>
type PictureInput = EmbedInput['image']

/**
 * Embeds as they are kept: of type `rich`, without what was empty. `filenames` are those of the message's attachments.
 * @throws InvalidFormBody
 */
export function buildEmbeds(inputs: readonly EmbedInput[], filenames: readonly string[]): Embed[] {
	const embeds = inputs.map((input, index) => buildEmbed(input, filenames, index)).filter(saysSomething)
	if (embeds.reduce((sum, embed) => sum + charactersOf(embed), 0) > MOST_CHARACTERS) {
		throw formError(['embeds'], 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${MOST_CHARACTERS}`)
	}
	return embeds
}

function buildEmbed(input: EmbedInput, filenames: readonly string[], index: number): Embed {
	const address = (url: string | null | undefined, ...key: string[]): string | undefined => {
		if (!url) return undefined
		requireAttached(url, filenames, ['embeds', index, ...key])
		if (isAttached(url) && !PICTURE.test(url)) {
			throw formError(
				['embeds', index, ...key],
				'URL_TYPE_INVALID_URL',
				'Only jpg, jpeg, png, webp and gif may be embedded.',
			)
		}
		return url
	}
	const picture = (of: PictureInput, key: string): Picture | undefined => {
		const url = address(of?.url, key, 'url')
		return url === undefined ? undefined : defined({ url, description: of?.description || undefined })
	}
	const { author, footer } = input
	return {
		type: 'rich',
		...defined({
			url: input.url || undefined,
			title: input.title || undefined,
			description: input.description || undefined,
			color: input.color ?? undefined,
			timestamp: input.timestamp ? wholeTime(input.timestamp) : undefined,
			fields: input.fields?.length
				? input.fields.map(({ name, value, inline }) => ({ name, value, inline: inline ?? false }))
				: undefined,
			author: author?.name
				? {
						name: author.name,
						...defined({ url: author.url || undefined, icon_url: address(author.icon_url, 'author', 'icon_url') }),
					}
				: undefined,
			image: picture(input.image, 'image'),
			thumbnail: picture(input.thumbnail, 'thumbnail'),
			footer: footer?.text
				? { text: footer.text, ...defined({ icon_url: address(footer.icon_url, 'footer', 'icon_url') }) }
				: undefined,
		}),
	}
}

/** The same moment with an offset, as the platform writes it. */
function wholeTime(given: string): string {
	return `${new Date(given).toISOString().slice(0, -1)}000+00:00`
}

/** Without the members that are undefined. */
function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>
	}
}

function saysSomething(embed: Embed): boolean {
	return Object.keys(embed).some((key) => key !== 'type' && key !== 'color' && key !== 'timestamp' && key !== 'url')
}

function charactersOf({ title = '', description = '', fields = [], footer, author }: Embed): number {
	const texts = [title, description, footer?.text ?? '', author?.name ?? '']
	for (const { name, value } of fields) texts.push(name, value)
	return texts.reduce((sum, text) => sum + [...text].length, 0)
}

/** Embeds as readers get them: addresses of pictures made whole. */
export function presentEmbeds(embeds: readonly Embed[], source: MediaSource): Embed[] {
	return embeds.map((embed) => presentEmbed(embed, source))
}

function presentEmbed({ image, thumbnail, author, footer, ...embed }: Embed, source: MediaSource): Embed {
	const picture = (of: Picture | undefined): Picture | undefined => {
		const found = of?.url === undefined ? undefined : findMedia(of.url, source)
		if (!found) return undefined
		const { attachment_id: _, ...shown } = found
		return { ...shown, ...defined({ description: of?.description }) }
	}
	const icon = <T extends { icon_url?: string }>(of: T | undefined): T | undefined => {
		if (of?.icon_url === undefined) return of
		const found = findMedia(of.icon_url, source)
		const { icon_url: _, ...rest } = of
		return (found ? { ...rest, icon_url: found.url, proxy_icon_url: found.proxy_url } : rest) as unknown as T
	}
	return {
		...embed,
		...defined({ image: picture(image), thumbnail: picture(thumbnail), author: icon(author), footer: icon(footer) }),
	}
}
