import { cut, entryOf, inner, isWebAddress, lengthOf, listOf, type Place } from './fields.ts'
import { WrongActivity } from './wrong-activity.ts'

/** Buttons of an activity: what they say, and where they lead, in the same order. */
export interface Buttons {
	labels: string[]
	urls: string[]
}

const MOST = 2
const LONGEST_LABEL = 32
const LONGEST_URL = 512

/** Buttons in either of their forms (Q10): labels beside `metadata.button_urls`, or each with its own address. */
export function readButtons(place: Place): Buttons | undefined {
	const said = listOf(place, 'buttons', MOST)
	if (!said || said.length === 0) return undefined
	const metadata = inner(place, 'metadata')
	const beside = metadata ? listOf(metadata, 'button_urls', MOST) : undefined
	const buttons: Buttons = { labels: [], urls: [] }
	for (const [index, button] of said.entries()) {
		const path = [...place.path, 'buttons', String(index)]
		if (typeof button === 'string') {
			buttons.labels.push(labelOf(button, path))
			buttons.urls.push(urlOf(beside?.[index], [...place.path, 'metadata', 'button_urls', String(index)]))
		} else {
			const { fields } = entryOf(button, path)
			buttons.labels.push(labelOf(fields.label, [...path, 'label']))
			buttons.urls.push(urlOf(fields.url, [...path, 'url']))
		}
	}
	return buttons
}

function labelOf(value: unknown, path: readonly string[]): string {
	if (typeof value !== 'string' || value === '') throw new WrongActivity(path)
	return cut(value, LONGEST_LABEL)
}

function urlOf(value: unknown, path: readonly string[]): string {
	const isAddress = typeof value === 'string' && lengthOf(value) <= LONGEST_URL && isWebAddress(value)
	if (!isAddress) throw new WrongActivity(path)
	return value
}
