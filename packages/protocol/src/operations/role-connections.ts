import { type AnyOperation, operation } from '../operation.ts'
import {
	RoleConnection,
	RoleConnectionInput,
	RoleConnectionRecord,
	RoleConnectionRecordsInput,
} from '../resources/role-connection.ts'
import { list } from '../schema.ts'
import { ids } from './path.ts'

const ofApplication = {
	callers: ['bot'],
	path: '/applications/{application_id}/role-connections/metadata',
	params: ids('application_id'),
	returns: list(RoleConnectionRecord),
	errors: ['UnknownApplication', 'NotAuthorizedOnApplication'],
} as const

export const getRoleConnectionRecords = operation({
	id: 'get_application_role_connections_metadata',
	method: 'GET',
	summary: "What the application's linked roles can rest on.",
	...ofApplication,
})

export const setRoleConnectionRecords = operation({
	id: 'update_application_role_connections_metadata',
	method: 'PUT',
	summary: "Sets what the application's linked roles can rest on, all of it.",
	...ofApplication,
	body: RoleConnectionRecordsInput,
})

/** Of the person whose token it is, for the application that holds it. */
const ofPerson = {
	callers: ['bearer'],
	scopes: ['role_connections.write'],
	path: '/users/@me/applications/{application_id}/role-connection',
	params: ids('application_id'),
	errors: ['NotAuthorizedOnApplication'],
} as const

export const getRoleConnection = operation({
	id: 'get_application_user_role_connection',
	method: 'GET',
	summary: 'What the application has said of the person.',
	...ofPerson,
	returns: RoleConnection,
})

export const setRoleConnection = operation({
	id: 'update_application_user_role_connection',
	method: 'PUT',
	summary: 'Says what the person is to the application, in place of what was said before.',
	...ofPerson,
	body: RoleConnectionInput,
	returns: RoleConnection,
})

export const deleteRoleConnection = operation({
	id: 'delete_application_user_role_connection',
	method: 'DELETE',
	summary: 'Takes back what was said of the person.',
	...ofPerson,
})

export const ROLE_CONNECTION_OPERATIONS: readonly AnyOperation[] = [
	getRoleConnectionRecords,
	setRoleConnectionRecords,
	getRoleConnection,
	setRoleConnection,
	deleteRoleConnection,
]
