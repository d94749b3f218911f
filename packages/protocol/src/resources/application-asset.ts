import {
	anyText,
	code,
	type Infer,
	imageData,
	int32,
	list,
	named,
	object,
	optional,
	resource,
	snowflake,
	text,
	uri,
} from '../schema.ts'

/** A picture that activities of an application name by its `name`. */
export const ApplicationAsset = resource()('ApplicationAsset', object({ id: snowflake, type: int32, name: anyText }))
export type ApplicationAsset = Infer<typeof ApplicationAsset>

/** Types 1 and 2 are old sizes; they mean nothing here. */
export const NewApplicationAsset = named(
	'NewApplicationAsset',
	object({ name: text(1, 300), image: imageData, type: optional(code(1, 2)) }),
)
export type NewApplicationAsset = Infer<typeof NewApplicationAsset>

export const ExternalAssetUrls = named('ExternalAssetUrls', object({ urls: list(uri(256), { min: 1, max: 2 }) }))

/** A picture of another server; `mp:` before the path is what activities name. */
export const ExternalAsset = resource()('ExternalAsset', object({ url: anyText, external_asset_path: anyText }))
export type ExternalAsset = Infer<typeof ExternalAsset>
