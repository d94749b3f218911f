import type { Component } from '@guildhall/protocol'
import { findMedia, type MediaSource } from './media.ts'

/** What the components say as text: mentions are read from it. */
export function textOf(components: readonly Component[]): string {
	return components
		.flatMap((component): string[] => {
			if (component.type === 10) return [component.content]
			if (component.type === 9) return component.components.map(({ content }) => content)
			return component.type === 17 ? [textOf(component.components)] : []
		})
		.join('\n')
}

/** Components as readers get them: addresses of media made whole. */
export function presentComponents<C extends Component>(components: readonly C[], source: MediaSource): C[] {
	const media = <M extends { id: string; url: string }>(of: M) => {
		const found = findMedia(of.url, source)
		return { id: of.id, url: of.url, proxy_url: of.url, ...found }
	}
	return components.map((component): Component => {
		switch (component.type) {
			case 9: {
				const { accessory } = component
				return accessory.type === 11
					? { ...component, accessory: { ...accessory, media: media(accessory.media) } }
					: component
			}
			case 12:
				return { ...component, items: component.items.map((item) => ({ ...item, media: media(item.media) })) }
			case 13: {
				const file = media(component.file)
				const row = source.attachments.find(({ id }) => id === file.attachment_id)
				return { ...component, file, name: row?.filename ?? null, size: row?.size ?? null }
			}
			case 17:
				return { ...component, components: presentComponents(component.components, source) }
			default:
				return component
		}
	}) as C[]
}
