import type { Row, Section, Subject } from '../report.ts'
import { measureOAuth, type OAuthCosts, type OAuthKind } from './costs.ts'

/** What the costs of authorization should be; the CPU of PostgreSQL counts on both sides. */
const TARGETS: Partial<Record<OAuthKind, NonNullable<Row['target']>>> = {
	refresh: { ratio: 0.5 },
	'bearer check': { most: 80 },
}

export const oauth: Subject = {
	name: 'oauth',
	async run(isShort) {
		const { sqlite, postgres } = await measureOAuth(isShort ? 1000 : 10_000, isShort ? 1 : 3)
		return [sectionOf('SQLite', sqlite), ...(postgres ? [sectionOf('PostgreSQL', postgres)] : [])]
	},
}

function sectionOf(store: string, costs: OAuthCosts): Section {
	const rows = Object.entries(costs).flatMap(([kind, { guildhall, floor }]): Row[] => {
		const target = TARGETS[kind as OAuthKind]
		return [
			{
				what: kind,
				unit: 'CPU µs',
				ours: guildhall.cpuMicros,
				floor: floor.cpuMicros,
				...(target ? { target } : {}),
			},
			{ what: '', unit: '/s', ours: guildhall.requestsPerSecond, floor: floor.requestsPerSecond },
		]
	})
	return { title: `authorization, ${store}`, floor: 'oidc-provider', rows }
}
