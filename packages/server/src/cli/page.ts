import type { StudioCredentials } from '../demo/credentials.ts'
import type { fixtureOf } from '../demo/fixture.ts'
import { VERSION } from './version.ts'

interface Shown {
	fixture: Awaited<ReturnType<typeof fixtureOf>>
	credentials: StudioCredentials
	fixturePath: string
	dataDir: string
	/** Whether the site shows the mails it does not send. */
	showsMails: boolean
	/** Where the studio's game is, if anywhere. */
	gameUrl: string | undefined
}

/** What whoever started a development server reads. */
export function pageOf({ fixture, credentials, fixturePath, dataDir, showsMails, gameUrl }: Shown): string {
	const logins = fixture.users.map(({ username }, index) => [
		index === 0 ? 'Sign in as' : '',
		`${username?.padEnd(7)} ${credentials.players[index]?.password}`,
	])
	const rows = [
		['Site', fixture.origin],
		...(gameUrl ? [['Game', `${gameUrl}, for two: open it twice`]] : []),
		['API', `${fixture.api_base}/v${fixture.api_version}`],
		['Gateway', fixture.gateway_url],
		...(showsMails ? [['Mails', `${fixture.origin}/console`]] : []),
		[],
		...logins,
		[],
		['Fixture', fixturePath],
		['', `tokens of ${fixture.bots.length} bots and ${fixture.users.length} players, for tests and for you`],
		['Data', dataDir],
	]
	return [
		'',
		`  Guildhall ${VERSION} is running.`,
		'',
		...rows.map(([label = '', value = '']) => (value ? `  ${label.padEnd(12)}${value}` : '')),
		'',
		'  Ctrl-C stops it. `npm start` finds everything again; `npm start -- --fresh` begins anew.',
		'',
	].join('\n')
}
