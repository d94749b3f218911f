import { isOnPlatform } from '../cache/visibility.ts'
import { heldBy } from '../core/object.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import type { UserHandle } from '../handles/user-handle.ts'
import { conversations } from '../parts/parts.ts'
import { noLocalClient } from '../rpc/no-local-client.ts'
import { checkFlag } from '../voice/check.ts'
import type {
	GetPlatformClientConnectedUserCallback,
	IsPlatformAppInstalledCallback,
	OpenConnectedGamesSettingsInPlatformCallback,
	OpenMessageInPlatformCallback,
	ProvisionalUserMergeRequiredCallback,
} from './callbacks.ts'
import { noEffect } from './no-effect.ts'
import { type CallOptions, finish, type Last, operate } from './operation.ts'
import { VoiceCalls } from './voice-calls.ts'

/** What a client has done by the platform's own client on this machine, which this SDK does not speak with yet. */
export abstract class LocalClientCalls extends VoiceCalls {
	/** Who is signed in to the platform's client on this machine. */
	GetPlatformClientConnectedUser(applicationId: SnowflakeLike, callback: GetPlatformClientConnectedUserCallback): void
	GetPlatformClientConnectedUser(applicationId: SnowflakeLike, options?: CallOptions): Promise<UserHandle | undefined>
	GetPlatformClientConnectedUser(
		applicationId: SnowflakeLike,
		last: Last<GetPlatformClientConnectedUserCallback>,
	): Promise<UserHandle | undefined> | undefined {
		return operate(this, last, 'GetPlatformClientConnectedUser', [undefined], async () => {
			toSnowflake(applicationId, 'applicationId')
			return noLocalClient()
		})
	}

	/** Whether the platform's app is on this phone. False on everything else. */
	IsPlatformAppInstalled(callback: IsPlatformAppInstalledCallback): void
	IsPlatformAppInstalled(options?: CallOptions): Promise<boolean>
	IsPlatformAppInstalled(last?: IsPlatformAppInstalledCallback | CallOptions) {
		return finish<boolean>(this, last, false)
	}

	/** Whether a message is on the platform too: not in lobbies without a linked channel, nor within the game alone. */
	CanOpenMessageInPlatform(messageId: SnowflakeLike): boolean {
		const { cache } = heldBy(this)
		const message = cache.messages.get(toSnowflake(messageId, 'messageId'))
		return message !== undefined && isOnPlatform(cache, message)
	}

	/**
	 * Shows a message in the platform's client. A player with a placeholder account is to be merged first:
	 * `provisionalUserMergeRequiredCallback` asks for it, `ProvisionalUserMergeCompleted` ends that.
	 */
	OpenMessageInPlatform(
		messageId: SnowflakeLike,
		provisionalUserMergeRequiredCallback: ProvisionalUserMergeRequiredCallback,
		callback: OpenMessageInPlatformCallback,
	): void
	OpenMessageInPlatform(
		messageId: SnowflakeLike,
		provisionalUserMergeRequiredCallback: ProvisionalUserMergeRequiredCallback,
		options?: CallOptions,
	): Promise<void>
	OpenMessageInPlatform(
		messageId: SnowflakeLike,
		provisionalUserMergeRequiredCallback: ProvisionalUserMergeRequiredCallback,
		last: Last<OpenMessageInPlatformCallback>,
	): Promise<void> | undefined {
		return operate(this, last, 'OpenMessageInPlatform', [], (call) =>
			conversations((part) => part.openMessage(call, messageId, provisionalUserMergeRequiredCallback)),
		)
	}

	/** Shows the player, in the platform's client, which games may reach them and how. */
	OpenConnectedGamesSettingsInPlatform(callback: OpenConnectedGamesSettingsInPlatformCallback): void
	OpenConnectedGamesSettingsInPlatform(options?: CallOptions): Promise<void>
	OpenConnectedGamesSettingsInPlatform(
		last?: Last<OpenConnectedGamesSettingsInPlatformCallback>,
	): Promise<void> | undefined {
		return operate(this, last, 'OpenConnectedGamesSettingsInPlatform', [], async () => noLocalClient())
	}

	/**
	 * Says that the game shows its chat, so that nobody else on this machine need tell of messages; false when it no longer does.
	 * There is nothing to silence: this platform tells of messages in open games alone.
	 */
	SetShowingChat(showingChat: boolean): void {
		heldBy(this)
		checkFlag(showingChat, 'showingChat')
	}

	/** Tells the platform's client how to start the game: by a command, an address, or empty for the running program. False: nothing can be told here. */
	RegisterLaunchCommand(applicationId: SnowflakeLike, command: string): boolean {
		const isTold = noEffect(this, 'RegisterLaunchCommand')
		toSnowflake(applicationId, 'applicationId')
		if (typeof command !== 'string') throw new TypeError('command: text is needed')
		return isTold
	}

	/** Tells the platform's client how Steam starts the game. False: nothing can be told here. */
	RegisterLaunchSteamApplication(applicationId: SnowflakeLike, steamAppId: number): boolean {
		const isTold = noEffect(this, 'RegisterLaunchSteamApplication')
		toSnowflake(applicationId, 'applicationId')
		if (!Number.isInteger(steamAppId) || steamAppId < 0) throw new RangeError('steamAppId: a whole number is needed')
		return isTold
	}
}
