import {
	anyText,
	boolean,
	code,
	either,
	type Infer,
	int53,
	list,
	map,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	text,
} from '../schema.ts'

/** 1 to 4 compare whole numbers, 5 and 6 times, 7 and 8 yes and no. */
const recordType = code(1, 2, 3, 4, 5, 6, 7, 8)

/** Something that an application's linked roles can rest on. */
export const RoleConnectionRecord = resource()(
	'RoleConnectionRecord',
	object({
		type: recordType,
		key: anyText,
		name: anyText,
		name_localizations: optional(nullable(map(anyText))),
		description: anyText,
		description_localizations: optional(nullable(map(anyText))),
	}),
)
export type RoleConnectionRecord = Infer<typeof RoleConnectionRecord>

export const RoleConnectionRecordsInput = nullable(
	list(
		named(
			'RoleConnectionRecordInput',
			object({
				type: recordType,
				key: text(1, 50),
				name: text(1, 100),
				name_localizations: maybe(map(nullable(text(1, 100)))),
				description: text(1, 200),
				description_localizations: maybe(map(nullable(text(1, 200)))),
			}),
		),
		{ max: 5 },
	),
)
export type RoleConnectionRecordsInput = Infer<typeof RoleConnectionRecordsInput>

/** What an application says of a person for its linked roles; values by the keys of its records. */
export const RoleConnection = resource()(
	'RoleConnection',
	object({
		platform_name: optional(anyText),
		platform_username: optional(nullable(anyText)),
		metadata: optional(map(anyText)),
	}),
)
export type RoleConnection = Infer<typeof RoleConnection>

/** Values may come as numbers and booleans too, as the public platform's own example sends them. */
export const RoleConnectionInput = named(
	'RoleConnectionInput',
	object({
		platform_name: maybe(text(0, 50)),
		platform_username: maybe(text(0, 100)),
		metadata: maybe(map(either(text(1, 100), int53, boolean), { max: 5 })),
	}),
)
export type RoleConnectionInput = Infer<typeof RoleConnectionInput>
