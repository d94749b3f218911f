/** Addresses that answers carry. Made once from the configuration; pure. */
export interface Links {
	/** Root of the site, no slash at the end. */
	readonly origin: string
	/** What GET /gateway answers, no query. */
	readonly gateway: string
	/** Root of the stored images and attachments. */
	readonly cdn: string
	/** A signed address of an attachment (HC §9), good for a day after `now`. */
	attachment(attachment: { channelId: string; id: string; filename: string }, now: number): string
	/** Whether the query of such an address fits its path (as sent, percent-encoded) and is still good at `now`. */
	opens(path: string, query: { ex?: string; is?: string; hm?: string }, now: number): boolean
	/** The token of a webhook, made anew from its seed each time, and the address that it posts to. */
	webhook(webhook: { id: string; seed: string }): { token: string; url: string }
	/** The signed path below the CDN that shows a picture of somebody else's server: `external/…`. */
	external(url: string): string
	/** The address that such a path stands for; undefined where we have not signed it. */
	externalUrl(path: string): string | undefined
}
