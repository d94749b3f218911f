import { formError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ApplicationRow, holdApplication } from './applications.ts'
import { settingsOf } from './present.ts'
import { isParent } from './publishers.ts'
import { redirectProblem } from './redirects.ts'

/** What only people change about an application, not its bot. Absent: as it was. */
export interface ApplicationDetails {
	name?: string
	isPublicClient?: boolean
	isBotPublic?: boolean
	requiresCodeGrant?: boolean
	/** Of those before, those after: each once, in their order; the first is where answers go that name none. */
	redirectUris?: (before: readonly string[]) => readonly string[]
	/** Null takes it away. */
	termsUrl?: string | null
	privacyUrl?: string | null
}

const SHORTEST_NAME = 2
const LONGEST_NAME = 32
const MOST_REDIRECTS = 50

/** Changes an application. @throws InvalidFormBody, UnknownApplication */
export async function changeDetails(
	tx: Transaction,
	applicationId: string,
	details: ApplicationDetails,
	{ standardScheme }: { standardScheme: string },
): Promise<void> {
	const { name, isPublicClient, isBotPublic, requiresCodeGrant, termsUrl, privacyUrl } = details
	const application = await holdApplication(tx, applicationId)
	const redirectUris = details.redirectUris?.(JSON.parse(application.redirect_uris) as string[])
	await requireFamilyLikeness(tx, application, { isPublicClient, redirectUris })
	const settings = settingsOf(application)
	const columns: Partial<ApplicationRow> = {
		...(name === undefined ? {} : { name: applicationName(name) }),
		...(isPublicClient === undefined ? {} : { is_public_client: isPublicClient ? 1 : 0 }),
		...(isBotPublic === undefined ? {} : { bot_public: isBotPublic ? 1 : 0 }),
		...(requiresCodeGrant === undefined ? {} : { bot_require_code_grant: requiresCodeGrant ? 1 : 0 }),
		...(redirectUris === undefined
			? {}
			: { redirect_uris: JSON.stringify(redirects(redirectUris, { applicationId, standardScheme })) }),
		settings: JSON.stringify({
			...settings,
			...(termsUrl === undefined ? {} : { terms_of_service_url: pageUrl(termsUrl, 'terms_of_service_url') }),
			...(privacyUrl === undefined ? {} : { privacy_policy_url: pageUrl(privacyUrl, 'privacy_policy_url') }),
		}),
	}
	await tx.db.updateTable('applications').set(columns).where('id', '=', applicationId).execute()
}

/** Applications of one publisher are all public clients or none is, and those below it ask nobody. @throws InvalidFormBody */
async function requireFamilyLikeness(
	tx: Transaction,
	application: ApplicationRow,
	{
		isPublicClient,
		redirectUris = [],
	}: { isPublicClient: boolean | undefined; redirectUris: readonly string[] | undefined },
): Promise<void> {
	const isBelow = application.parent_application_id !== null
	if (isBelow && redirectUris.length > 0) {
		const says = "An application below a publisher's has no redirect URIs."
		throw formError(['redirect_uris'], 'APPLICATION_HAS_PARENT', says)
	}
	if (isPublicClient === undefined || isPublicClient === (application.is_public_client === 1)) return
	if (isBelow || (await isParent(tx, application.id))) {
		const says = 'Applications of one publisher are all public clients, or none is.'
		throw formError(['is_public_client'], 'APPLICATION_HAS_FAMILY', says)
	}
}

/** A name that applications can have. @throws InvalidFormBody */
export function applicationName(given: string): string {
	const name = given.trim().replaceAll(/\s+/g, ' ')
	if (name.length < SHORTEST_NAME || name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
		throw formError(
			['name'],
			'BASE_TYPE_BAD_LENGTH',
			`Must be between ${SHORTEST_NAME} and ${LONGEST_NAME} visible characters.`,
		)
	}
	return name
}

function redirects(given: readonly string[], rules: { applicationId: string; standardScheme: string }): string[] {
	const uris = [...new Set(given)]
	if (uris.length > MOST_REDIRECTS) {
		throw formError(['redirect_uris'], 'BASE_TYPE_MAX_LENGTH', `At most ${MOST_REDIRECTS} addresses can be registered.`)
	}
	for (const uri of uris) {
		const problem = redirectProblem(uri, rules)
		// Where the same text came twice, the complaint is about the first.
		if (problem) throw formError(['redirect_uris', given.indexOf(uri)], 'URL_TYPE_INVALID_URL', problem)
	}
	return uris
}

function pageUrl(given: string | null, field: string): string | undefined {
	if (given === null || given.trim() === '') return undefined
	const url = URL.canParse(given) ? new URL(given) : undefined
	if (!url || !/^https?:$/.test(url.protocol) || given.length > 2048) {
		throw formError([field], 'URL_TYPE_INVALID_URL', 'Enter a complete address that begins with https://.')
	}
	return url.href
}
