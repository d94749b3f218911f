/** Languages a user or a guild can prefer (HC-59). */
export const LOCALES: readonly string[] =
	'id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko'.split(
		' ',
	)
