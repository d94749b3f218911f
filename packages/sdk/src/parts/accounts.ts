/** What is loaded when it is first asked who the player is. */
export { authorize } from '../auth/authorize.ts'
export { childToken, mergingToken, provisionalToken, rename, unmerge } from '../auth/provisional.ts'
export { resumeAuthorize } from '../auth/redirect-mode.ts'
export { exchangeCode, fetchCurrentUser, refresh, revoke } from '../auth/tokens.ts'
