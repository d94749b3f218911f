/** What is loaded when a game first comes into a lobby or says something. */
export { guildChannels, userGuilds } from '../lobbies/guilds.ts'
export { joinLinkedGuild } from '../lobbies/linked-guild.ts'
export { linkChannel } from '../lobbies/linking.ts'
export { createOrJoinLobby, leaveLobby } from '../lobbies/membership.ts'
export {
	deleteUserMessage,
	editUserMessage,
	messageSummaries,
	sendUserMessage,
	userHistory,
} from '../messages/direct.ts'
export { lobbyHistory, sendLobbyMessage } from '../messages/lobby-chat.ts'
export { openMessage } from '../rpc/open-in-platform.ts'
