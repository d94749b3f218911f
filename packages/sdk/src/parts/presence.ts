/** What is loaded when a game first says what its player does, or who may come along. */
export { followInvites } from '../invites/follow-invites.ts'
export { acceptInvite, replyToJoinRequest, sendInvite, sendJoinRequest } from '../invites/invites.ts'
export { clearRichPresence, setOnlineStatus, updateRichPresence } from '../presence/own-presence.ts'
