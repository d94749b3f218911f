"""Stories of bots, played with discord.py as Debian has it, over real sockets. Each prints a line of JSON: its name, and what went wrong."""
import asyncio
import datetime
import io
import json
import logging
import os
import traceback

import aiohttp
import discord
import yarl

with open(os.environ['GUILDHALL_FIXTURE']) as file:
    fixture = json.load(file)

discord.http.Route.BASE = f"{fixture['api_base']}/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(fixture['gateway_url'])
discord.Asset.BASE = fixture['cdn_base']

SECONDS = 20
herald = discord.Client(intents=discord.Intents.all())
scribe = discord.Client(intents=discord.Intents.all(), chunk_guilds_at_startup=False)
stories = []


class Complaints(logging.Handler):
    """What the library says it does not understand of us."""

    said = []

    def emit(self, record):
        if 'PyNaCl' not in record.getMessage() and 'rate limit' not in record.getMessage():
            self.said.append(record.getMessage())


logging.getLogger('discord').addHandler(Complaints(level=logging.WARNING))


def story(name):
    def keep(function):
        stories.append((name, function))
        return function

    return keep


async def control(verb, **body):
    headers = {'Authorization': f"Bearer {fixture['control']['token']}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.post(f"{fixture['control']['url']}/{verb}", json=body) as response:
            assert response.status == 200, await response.text()


async def hears(client, event, act, fits=lambda *_: True):
    """What the act gives, and the event that follows it."""
    waiting = asyncio.ensure_future(client.wait_for(event, check=fits, timeout=SECONDS))
    await asyncio.sleep(0)
    try:
        return await act, await waiting
    finally:
        waiting.cancel()


async def is_refused(act, code):
    try:
        await act
    except discord.HTTPException as error:
        assert error.code == code, error
    else:
        raise AssertionError(f'was not refused with {code}')


def guild(client=herald):
    return client.get_guild(int(fixture['guild']['id']))


def channel(key='text_channel_id', client=herald):
    return guild(client).get_channel(int(fixture['guild'][key]))


def member(index):
    return guild().get_member(int(fixture['users'][index]['id']))


@story('every member of every guild is in the cache')
async def _():
    big = herald.get_guild(int(fixture['big_guild']['id']))
    assert len(big.members) == fixture['big_guild']['member_count'] == big.member_count
    assert len(guild().members) == fixture['guild']['member_count']
    assert guild().owner == member(0)
    assert channel().permissions_for(guild().me).administrator
    fetched = await herald.fetch_guild(guild().id)
    assert fetched.approximate_member_count == len(guild().members)
    assert len([one async for one in big.fetch_members(limit=None)]) == len(big.members)


@story('members are asked for by name and by id')
async def _():
    found = await guild(scribe).query_members(fixture['guild']['member_prefix'], limit=3)
    assert len(found) == 3, found
    assert await guild(scribe).query_members(user_ids=[member(0).id, 5], presences=True) == [member(0)]


@story('a message is sent, heard, answered, edited and deleted')
async def _():
    sent, heard = await hears(scribe, 'message', channel().send('hello'), lambda one: one.content == 'hello')
    assert heard == sent and isinstance(heard.author, discord.Member)
    _, (before, after) = await hears(scribe, 'message_edit', sent.edit(content='hello there'))
    assert (before.content, after.content) == ('hello', 'hello there')
    _, answer = await hears(scribe, 'message', sent.reply('and to you'), lambda one: one.reference is not None)
    assert answer.reference.resolved == sent
    _, gone = await hears(scribe, 'message_delete', sent.delete())
    assert gone == sent
    await is_refused(channel().fetch_message(sent.id), 10008)
    await is_refused(channel().send('x' * 2001), 50035)
    await is_refused(channel('text_channel_id', scribe).edit(name='mutiny'), 50013)


@story('files and embeds come back as they were sent')
async def _():
    embed = discord.Embed(title='a map', colour=0x336699, timestamp=discord.utils.utcnow()).add_field(name='to', value='sea')
    file = discord.File(io.BytesIO(bytes(range(256))), filename='map.bin', description='old roads')
    sent = await channel().send(embed=embed, file=file)
    assert sent.embeds[0].fields[0].value == 'sea' and sent.embeds[0].colour == embed.colour
    assert await sent.attachments[0].read() == bytes(range(256))
    more = await sent.add_files(discord.File(io.BytesIO(b'key'), filename='key.txt'))
    assert [one.filename for one in more.attachments] == ['map.bin', 'key.txt']
    assert (await more.edit(attachments=[], embed=None, content='nothing')).attachments == []


@story('history is read backwards, forwards and around; many messages go at once')
async def _():
    place = await guild().create_text_channel('history', reason='ü')
    ids = [(await place.send(str(number))).id for number in range(9)]
    middle = discord.Object(ids[4])
    assert [one.id async for one in place.history()] == ids[::-1]
    assert [one.id async for one in place.history(before=middle)] == ids[3::-1]
    assert [one.id async for one in place.history(after=middle, limit=2)] == ids[5:7]
    assert sorted([one.id async for one in place.history(around=middle, limit=3)]) == ids[3:6]
    _, gone = await hears(herald, 'bulk_message_delete', place.purge(limit=5))
    assert {one.id for one in gone} == set(ids[4:])
    _, left = await hears(scribe, 'guild_channel_delete', place.delete())
    assert left.id == place.id


@story('channels are made, moved, and opened for one')
async def _():
    category = await guild().create_category('harbour')
    place = await category.create_text_channel('quay', topic='ropes', slowmode_delay=5)
    assert (place.category_id, place.topic, place.slowmode_delay) == (category.id, 'ropes', 5)
    closed = discord.PermissionOverwrite(view_channel=False)
    await place.edit(name='pier', position=0, overwrites={guild().default_role: closed})
    await is_refused(scribe.fetch_channel(place.id), 50001)
    opened = discord.PermissionOverwrite(view_channel=True)
    friend = guild().get_member(scribe.user.id)
    await hears(herald, 'guild_channel_update', place.set_permissions(friend, overwrite=opened), lambda _, after: friend in after.overwrites)
    assert (await scribe.fetch_channel(place.id)).name == 'pier'
    for one in (place, category):
        await one.delete()


@story('a role is made, given, moved and taken')
async def _():
    bob = member(1)
    role, made = await hears(herald, 'guild_role_create', guild().create_role(name='sailor', colour=discord.Colour.red(), hoist=True))
    assert made == role
    _, (_, after) = await hears(herald, 'member_update', bob.add_roles(role), lambda _, after: role in after.roles)
    assert after == bob
    await guild().edit_role_positions({role: 2})
    await bob.remove_roles(role, atomic=True)
    await hears(herald, 'guild_role_delete', role.delete())


@story('a member is renamed, silenced, thrown out, banned and let in again')
async def _():
    spare = member(2)
    await hears(herald, 'member_update', spare.edit(nick='Third'), lambda _, after: after.nick == 'Third')
    until = discord.utils.utcnow() + datetime.timedelta(minutes=5)
    await hears(herald, 'member_update', spare.timeout(until), lambda _, after: after.is_timed_out())
    await guild().me.edit(nick='Harald')
    await hears(herald, 'member_remove', spare.kick(reason='mutiny'))
    await hears(herald, 'member_ban', guild().ban(spare, delete_message_seconds=3600, reason='mutiny'))
    assert (await guild().fetch_ban(spare)).reason == 'mutiny'
    assert [entry.user async for entry in guild().bans()] == [spare]
    await hears(herald, 'member_unban', guild().unban(spare))
    entries = [entry async for entry in guild().audit_logs(limit=10)]
    assert {'kick', 'ban', 'unban'} <= {entry.action.name for entry in entries}
    assert all(repr(entry.before) and repr(entry.after) and entry.user == herald.user for entry in entries)


@story('reactions and pins')
async def _():
    sent = await channel().send('read this first')
    _, (reaction, user) = await hears(herald, 'reaction_add', sent.add_reaction('👍'))
    assert (reaction.message, reaction.count, user) == (sent, 1, guild().me)
    await hears(herald, 'guild_channel_pins_update', sent.pin())
    pinned = await channel().fetch_message(sent.id)
    assert pinned.pinned and [user async for user in pinned.reactions[0].users()] == [guild().me]
    await sent.clear_reactions()
    await sent.unpin()


@story('a webhook speaks with a name of its own')
async def _():
    hook, _ = await hears(herald, 'webhooks_update', channel().create_webhook(name='Parrot'))
    async with aiohttp.ClientSession() as session:
        alone = discord.Webhook.partial(hook.id, hook.token, session=session)
        said = await alone.send('ahoy', wait=True, username='Polly', file=discord.File(io.BytesIO(b'!'), filename='a.txt'))
        assert (said.author.name, said.attachments[0].size) == ('Polly', 1)
        assert (await said.edit(content='ahoy ahoy', attachments=[])).attachments == []
        await said.delete()
        await alone.delete()
        await is_refused(alone.fetch(), 10015)


@story('an invite is made, read and taken back')
async def _():
    invite, heard = await hears(herald, 'invite_create', channel().create_invite(max_age=60, max_uses=2))
    assert heard.code == invite.code
    read = await scribe.fetch_invite(invite.code, with_counts=True)
    assert read.guild.id == guild().id and read.expires_at
    await hears(herald, 'invite_delete', invite.delete())


@story('presence is seen, and voice')
async def _():
    def is_busy(_, after):
        return after.id == scribe.user.id and after.status is discord.Status.dnd and after.activity == discord.Game('chess')

    await hears(herald, 'presence_update', scribe.change_presence(status=discord.Status.dnd, activity=discord.Game('chess')), is_busy)
    here, there = channel('stage_channel_id'), channel('voice_channel_id')
    me = guild(scribe).me
    # The library asks its own cache whether it is there.
    await hears(scribe, 'voice_state_update', me.guild.change_voice_state(channel=here), lambda *states: states[2].channel == here)
    _, states = await hears(herald, 'voice_state_update', me.request_to_speak(), lambda *states: states[2].requested_to_speak_at)
    assert states[0].id == scribe.user.id
    await hears(herald, 'voice_state_update', states[0].move_to(there), lambda *states: states[2].channel == there)
    await hears(herald, 'voice_state_update', states[0].move_to(None), lambda *states: states[2].channel is None)


@story('a person writes directly')
async def _():
    alice = await herald.fetch_user(member(0).id)
    direct = await alice.create_dm()
    said = control('message.create', **{'as': str(alice.id), 'channel_id': str(direct.id), 'message': {'content': 'psst'}})
    _, heard = await hears(herald, 'message', said, lambda one: one.content == 'psst')
    assert heard.guild is None and heard.author == alice
    await heard.reply('yes?')


@story('nothing is lost over a broken connection')
async def _():
    heard = []

    @scribe.event
    async def on_message(message):
        if message.content.startswith('count'):
            heard.append(message.content)

    said = []
    for how in ('terminate', 'reconnect', 'close'):
        waiting = asyncio.ensure_future(scribe.wait_for('resumed', timeout=SECONDS))
        await control('gateway.sever', user_id=str(scribe.user.id), how=how)
        said.append(f'count {how}')
        await channel().send(said[-1])
        await waiting
    while len(heard) < len(said):
        await scribe.wait_for('message', timeout=SECONDS)
    assert heard == said


@story('shards share the guilds')
async def _():
    shards = discord.AutoShardedClient(intents=discord.Intents.default(), shard_count=2)
    async with shards:
        running = asyncio.ensure_future(shards.start(fixture['bots'][0]['token']))
        await begins(shards, running)
        assert {one.id: one.shard_id for one in shards.guilds} == {one.id: (one.id >> 22) % 2 for one in herald.guilds}


@story('the library has nothing to complain of')
async def _():
    assert Complaints.said == [], Complaints.said


async def begins(client, running):
    ready = asyncio.ensure_future(asyncio.wait_for(wait_until_ready(client), SECONDS))
    await asyncio.wait({ready, running}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        running.result()
    await ready


async def wait_until_ready(client):
    # What waits is made by `start`, a turn later.
    await asyncio.sleep(0)
    await client.wait_until_ready()


def tell(name, wrong=None):
    print(json.dumps({'name': name, 'wrong': wrong}), flush=True)


async def main():
    async with herald, scribe:
        for client, bot in zip((herald, scribe), fixture['bots']):
            await begins(client, asyncio.ensure_future(client.start(bot['token'])))
        for name, play in stories:
            try:
                await asyncio.wait_for(play(), 2 * SECONDS)
                tell(name)
            except Exception:
                tell(name, traceback.format_exc())


asyncio.run(main())
