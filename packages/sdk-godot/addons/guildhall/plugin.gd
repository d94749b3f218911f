@tool
extends EditorPlugin


func _enter_tree() -> void:
	add_autoload_singleton("Guildhall", "res://addons/guildhall/guildhall.gd")


func _exit_tree() -> void:
	remove_autoload_singleton("Guildhall")
