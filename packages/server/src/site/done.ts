import { STRINGS } from '@guildhall/web'

const { security, profile, logins, friends, apps, games, changeEmail } = STRINGS.account
const { portal } = STRINGS

/** What a form can have done, by the word for it in an address: nobody puts a sentence of theirs on our pages. */
export const DONE = {
	saved: portal.saved,
	'profile-saved': profile.saved,
	'picture-removed': profile.pictureRemoved,
	'email-sent': changeEmail.sent,
	'email-changed': security.emailChanged,
	'confirm-sent': security.confirmSent,
	'password-changed': security.passwordChanged,
	'two-step-off': security.twoStepDisabled,
	'passkey-added': security.passkeyAdded,
	'passkey-renamed': security.passkeyRenamed,
	'passkey-removed': security.passkeyRemoved,
	'login-ended': logins.ended,
	'others-ended': logins.othersEnded,
	'friend-asked': friends.asked,
	'friend-accept': friends.done.accept,
	'friend-decline': friends.done.decline,
	'friend-cancel': friends.done.cancel,
	'friend-remove': friends.done.remove,
	'friend-block': friends.done.block,
	'friend-unblock': friends.done.unblock,
	'friend-sources-saved': friends.sourcesSaved,
	'tag-saved': profile.tagSaved,
	'tag-removed': profile.tagRemoved,
	'app-removed': apps.removed,
	'games-saved': games.saved,
	'game-asked': games.asked,
	'secret-removed': portal.oauth.secretRemoved,
	'scopes-asked': portal.scopes.asked,
	'sent-again': portal.webhooks.sentAgain,
} as const
export type Done = keyof typeof DONE
