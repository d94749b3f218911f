/** A game in a process of its own: what its handles weigh. */
import {
	AuthorizationTokenType,
	Client,
	ClientCreateOptions,
	ClientStatus,
	type UserHandle,
} from '@guildhall/socialsdk'
import { argumentOf, serveParent } from '../../child.ts'

const { apiBase, token, userIds } = argumentOf<{ apiBase: string; token: string; userIds: string[] }>()
const client = new Client(new ClientCreateOptions({ apiBase }))
await client.UpdateToken(AuthorizationTokenType.Bearer, token)
await new Promise<void>((resolve) => {
	client.on('statusChanged', (status) => status === ClientStatus.Ready && resolve())
	client.Connect()
})
const held: (UserHandle | undefined)[] = []
serveParent(
	{},
	{
		/** Handles of users that the game is told of, each by itself. */
		hold(count: number) {
			for (let n = 0; n < count; n++) held.push(client.GetUser(BigInt(userIds[n % userIds.length] ?? 0)))
			return held.filter((handle) => handle?.Username()).length
		},
	},
)
