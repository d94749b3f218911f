import { accountStrings } from './account.ts'
import { activateStrings } from './activate.ts'
import { consentStrings } from './consent.ts'
import { consoleStrings } from './console.ts'
import { inviteStrings } from './invites.ts'
import { mailLinkStrings } from './mail-links.ts'
import { mailStrings } from './mails.ts'
import { portalStrings } from './portal.ts'
import { secondStepStrings } from './second-step.ts'
import { signInStrings } from './sign-in.ts'
import { siteStrings } from './site.ts'

/** Every sentence of the pages, by the page it stands on. Another language is another object of this type. */
export const STRINGS = {
	/** The language of all of them, as browsers name it. */
	language: 'en',
	platform: 'Guildhall',
	skip: 'Skip to content',
	...siteStrings,
	...signInStrings,
	...secondStepStrings,
	...consentStrings,
	...accountStrings,
	...portalStrings,
	...activateStrings,
	...inviteStrings,
	...mailStrings,
	...mailLinkStrings,
	...consoleStrings,
}
