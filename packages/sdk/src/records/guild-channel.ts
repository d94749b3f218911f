import { flag, type Init, id, member, optional, real, record, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord, write } from '../core/record.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import type { ChannelType } from '../enums/channels.ts'
import { LinkedLobby, type LinkedLobbyInit } from './linked-lobby.ts'

const FIELDS = {
	id: id(),
	name: text(),
	type: member<ChannelType>(0),
	position: real(),
	parentId: optional(id()),
	isLinkable: flag(),
	isViewableAndWriteableByAllMembers: flag(),
	linkedLobby: optional(record(LinkedLobby)),
}

/** A channel of a guild, as `Client.GetGuildChannels` lists it. */
export class GuildChannel extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'GuildChannel'
	static readonly nullobj: GuildChannel = invalid(GuildChannel)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** The id of the channel. */
	Id(): Snowflake {
		return read(this, 'id')
	}

	SetId(value: SnowflakeLike): void {
		write(this, 'id', value)
	}

	/** The name of the channel. */
	Name(): string {
		return read(this, 'name')
	}

	SetName(value: string): void {
		write(this, 'name', value)
	}

	/** The kind of channel; text channels alone can be linked. */
	Type(): ChannelType {
		return read(this, 'type')
	}

	SetType(value: ChannelType): void {
		write(this, 'type', value)
	}

	/** Where it stands in the list of the guild; of two the lower one comes first. */
	Position(): number {
		return read(this, 'position')
	}

	SetPosition(value: number): void {
		write(this, 'position', value)
	}

	/** The category it stands in. */
	ParentId(): Snowflake | undefined {
		return read(this, 'parentId')
	}

	SetParentId(value: SnowflakeLike | null | undefined): void {
		write(this, 'parentId', value)
	}

	/** Whether the player could link it now: a text channel, for all ages, not linked yet, where the player may view, write and manage. */
	IsLinkable(): boolean {
		return read(this, 'isLinkable')
	}

	SetIsLinkable(value: boolean): void {
		write(this, 'isLinkable', value)
	}

	/** Whether every member of the guild may read and write here. If not, linking opens a private channel to the whole lobby: say so before. */
	IsViewableAndWriteableByAllMembers(): boolean {
		return read(this, 'isViewableAndWriteableByAllMembers')
	}

	SetIsViewableAndWriteableByAllMembers(value: boolean): void {
		write(this, 'isViewableAndWriteableByAllMembers', value)
	}

	/** The lobby it is linked to; there is at most one. */
	LinkedLobby(): LinkedLobby | undefined {
		return read(this, 'linkedLobby')
	}

	SetLinkedLobby(value: LinkedLobby | LinkedLobbyInit | null | undefined): void {
		write(this, 'linkedLobby', value)
	}
}

export function guildChannel(init: Init<typeof FIELDS>): GuildChannel {
	return makeRecord(GuildChannel, FIELDS, init)
}
