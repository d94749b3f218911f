import { anyText, type Infer, list, object, optional, resource, timestamp } from '../schema.ts'
import { Application } from './application.ts'
import { User } from './user.ts'

/** What the access token in use stands for. */
export const Authorization = resource()(
	'Authorization',
	object({
		application: Application,
		scopes: list(anyText, { unique: true }),
		expires: timestamp,
		/** With `identify` only. */
		user: optional(User),
	}),
)
export type Authorization = Infer<typeof Authorization>
