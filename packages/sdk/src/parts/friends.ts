/** What is loaded when the player first asks somebody to be friends, or blocks them. */
export { block, end, endBoth, request, requestByName } from '../friends/relationships.ts'
