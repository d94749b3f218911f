import type { Reading } from '../../ports/store.ts'
import { assetIdsByName, familyAssets } from '../application-assets/assets.ts'
import type { SaidActivity } from './activity.ts'
import { isWebAddress } from './fields.ts'

const FIELDS = ['large_image', 'small_image', 'invite_cover_image'] as const
const MADE = 'mp:'
const ID = /^\d{15,20}$/

/** Whether its pictures must be looked for before it can be shown. */
export function hasPictures(activities: readonly SaidActivity[]): boolean {
	return activities.some(({ shown: { assets } }) => assets && FIELDS.some((field) => assets[field] !== undefined))
}

/** The same activities with pictures that others can see (Q13); what is no picture is left out. */
export async function withPictures(
	from: Reading,
	{ applicationId, familyId }: { applicationId: string; familyId: string },
	activities: readonly SaidActivity[],
): Promise<SaidActivity[]> {
	const said = new Set(activities.flatMap(({ shown: { assets } }) => FIELDS.flatMap((field) => assets?.[field] ?? [])))
	const names = [...said].filter((text) => !ID.test(text) && !text.startsWith(MADE) && !isWebAddress(text))
	const byName = await assetIdsByName(from, applicationId, names.map(nameOf))
	const known = await familyAssets(
		from,
		familyId,
		[...said].filter((text) => ID.test(text)),
	)

	function picture(text: string): string | undefined {
		if (known.has(text)) return text
		if (isWebAddress(text)) return `${MADE}${from.links.external(text)}`
		if (text.startsWith(MADE)) return from.links.externalUrl(text.slice(MADE.length)) ? text : undefined
		return byName.get(nameOf(text))
	}

	return activities.map((activity) => {
		const { assets } = activity.shown
		if (!assets) return activity
		const shown = { ...assets }
		for (const field of FIELDS) {
			const text = shown[field]
			const found = text === undefined ? undefined : picture(text)
			if (found === undefined) delete shown[field]
			else shown[field] = found
		}
		return { ...activity, shown: { ...activity.shown, assets: shown } }
	})
}

const nameOf = (text: string): string => text.toLowerCase()
