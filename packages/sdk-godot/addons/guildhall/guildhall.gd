## The platform in a game that is exported for the web. Add it as an autoload named Guildhall.
##
## Ids are text, everywhere: JSON and GDScript have no room for them in numbers. What the SDK gives as a handle is a
## Dictionary here, as it was when it was read: `display_name` for DisplayName.
## [codeblock]
## Guildhall.start({"apiBase": "https://play.example/api", "applicationId": "1100000000000000001"})
## Guildhall.message_created.connect(func(id): print(Guildhall.read("GetMessageHandle", [id]).content))
## var lobby: Dictionary = await Guildhall.request("CreateOrJoinLobby", ["room-7"])
## if lobby.ok: await Guildhall.request("SendLobbyMessage", [lobby.value, "hello"])
## [/codeblock]
extends Node

signal status_changed(status: int, error: int, error_detail: int)
signal token_expiration
signal authorize_request
signal authorize_device_screen_closed
signal user_updated(user_id: String)
signal relationship_created(user_id: String, is_platform: bool)
signal relationship_deleted(user_id: String, is_platform: bool)
signal relationship_groups_updated(user_id: String)
signal activity_invite_created(invite: Dictionary)
signal activity_invite_updated(invite: Dictionary)
signal activity_join(join_secret: String)
signal activity_join_with_application(application_id: String, join_secret: String)
signal lobby_created(lobby_id: String)
signal lobby_updated(lobby_id: String)
signal lobby_deleted(lobby_id: String)
signal lobby_member_added(lobby_id: String, member_id: String)
signal lobby_member_updated(lobby_id: String, member_id: String)
signal lobby_member_removed(lobby_id: String, member_id: String)
signal voice_participant_changed(lobby_id: String, member_id: String, added: bool)
signal device_changed(input_devices: Array, output_devices: Array)
signal no_audio_input(input_detected: bool)
signal message_created(message_id: String)
signal message_updated(message_id: String)
signal message_deleted(message_id: String, channel_id: String)

## An operation has ended; [method request] waits for it.
signal answered(id: String, answer: Dictionary)

## The numbers of [signal status_changed].
enum Status { DISCONNECTED, CONNECTING, CONNECTED, READY, RECONNECTING, DISCONNECTING, HTTP_WAIT }

const _NOT_OURS: PackedStringArray = ["answered"]

var _bridge: JavaScriptObject
# Godot forgets a callback that nobody holds.
var _heard: JavaScriptObject
var _last := 0


## Makes the client. Options are those of ClientCreateOptions in camelCase, and applicationId. False where there is no
## page around the game, or no guildhall.js on it.
func start(options: Dictionary) -> bool:
	if not OS.has_feature("web"):
		push_error("Guildhall: only games that are exported for the web have it.")
		return false
	_bridge = JavaScriptBridge.get_interface("GuildhallBridge")
	if _bridge == null:
		push_error("Guildhall: the page does not load guildhall.js; see the README.")
		return false
	_heard = JavaScriptBridge.create_callback(_on_heard)
	_bridge.start(JSON.stringify(options), _heard)
	for declared: Dictionary in get_script().get_script_signal_list():
		if not declared.name in _NOT_OURS:
			_bridge.listen(declared.name)
	return true


## What a getter of the client gives now: read("GetUser", [id]).display_name. Null where there is nothing.
func read(method: String, args: Array = []) -> Variant:
	return JSON.parse_string(_bridge.read(method, JSON.stringify(args)))


## Carries out an operation: await request("LeaveLobby", [id]) gives {"ok": true, "value": …}, or {"ok": false,
## "error": text, "type": …, "code": …, "retryable": …, "retry_after": …}. Records are written {"$": "Activity", …}.
func request(method: String, args: Array = []) -> Dictionary:
	_last += 1
	var id := str(_last)
	_bridge.request(id, method, JSON.stringify(args))
	while true:
		var came: Array = await answered
		if came[0] == id:
			return came[1]
	return {}


## The player signs in with their account. Call it while a click or a key is handled.
func sign_in() -> Dictionary:
	return await request("sign_in")


## The player plays without an account, by the word of a provider: 0 is OpenID Connect.
func sign_in_as_guest(provider: int, token: String) -> Dictionary:
	return await request("sign_in_as_guest", [provider, token])


func _process(_delta: float) -> void:
	if _bridge != null:
		_bridge.run()


func _on_heard(args: Array) -> void:
	var given: Array = JSON.parse_string(args[1])
	# JSON has floats alone; every number that is told is whole.
	var told := given.map(func(value: Variant) -> Variant: return int(value) if value is float else value)
	Callable(self, "emit_signal").callv([args[0]] + told)
