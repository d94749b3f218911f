import { AdditionalContentType } from '../enums/channels.ts'
import { asObject, integerOf, textOf, type Wire } from './wire.ts'

/** What a message holds beside its text, as the constructor of `AdditionalContent` takes it. */
export interface Additional {
	type: AdditionalContentType
	title?: string
	count: number
}

const VOICE_MESSAGE = 1 << 13
const MOST = 255

/** One kind is told, the one that says most of the message; something that is neither text nor any of them is Other. */
export function readAdditional(wire: Wire): Additional | undefined {
	const { Attachment, Poll, VoiceMessage, Thread, Embed, Sticker, Other } = AdditionalContentType
	const question = textOf(asObject(asObject(wire.poll).question).text)
	const thread = textOf(asObject(wire.thread).name)
	if ((integerOf(wire.flags) & VOICE_MESSAGE) !== 0) return { type: VoiceMessage, count: 1 }
	if (question !== undefined) return { type: Poll, title: question, count: 1 }
	if (thread !== undefined) return { type: Thread, title: thread, count: 1 }
	const counted = [
		[Attachment, wire.attachments],
		[Sticker, wire.sticker_items],
		[Embed, wire.embeds],
		[Other, wire.components],
	] as const
	for (const [type, list] of counted) {
		if (Array.isArray(list) && list.length > 0) return { type, count: Math.min(list.length, MOST) }
	}
	return undefined
}
