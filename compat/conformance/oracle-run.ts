import { CHECKS } from './checks.ts'
import { openStage } from './stage.ts'
import { type Tally, whyFails } from './suite-run.ts'

/** Checks that hold for ours and not for the oracle, each with why. One that the oracle passes has no place here. */
export const ORACLE_DIFFERS: Readonly<Record<string, string>> = {
	'1.2 a parameter that comes twice is refused':
		'It redirects to the one URI that is registered, also where redirect_uri came twice; ours shows a page.',
	'1.2 a state comes back to the byte':
		'It writes the state anew: the same value, other escapes. RFC 6749 asks for the exact value; some clients compare the text.',
	'1.5 prompt=none is silent where the consent is on file':
		'It refuses without openid too; the documentation of Activities expects the page.',
	'1.4 on the loopback address the port does not count':
		'It leaves the port out for native applications alone, which ours does not tell apart.',
	'1.3 no credentials at all are 401 with a challenge':
		'It answers 400 invalid_request where no client is named; RFC 6749 §5.2 allows either.',
	'1.3 a missing grant is unsupported_grant_type too':
		'It says invalid_request; the platform says unsupported_grant_type.',
	'1.4 a redirect URI that was sent may not be left out':
		'It fills in the one that is registered; RFC 6749 §4.1.3 requires it.',
	'1.2 without a redirect_uri the first registered one is used':
		'It requires redirect_uri with openid, as OpenID Connect Core §3.1.2.1 does.',
	'1.8 a code lives a hundred seconds': 'The same refusal in other words.',
	'1.8 the pair before is dead': 'Access tokens of a rotated refresh token live on; the platform says that both die.',
	'1.8 an answer that was lost can be asked for again': 'It has no leeway: a lost answer ends the session.',
	'1.8 after the leeway a second use is theft': 'The same refusal in other words.',
	'1.10 every refusal of a refresh token has the same words': 'One sentence for all causes, as ours, but another.',
	'1.8 a refresh token is dropped after 400 idle days':
		'The grant behind it has an end of its own, counted from the consent.',
}

/** Plays what any authorization server does on another one: a check that it fails is a rule of ours alone, or a bad check. */
export async function runOracle(only: string): Promise<Tally> {
	const tally = { passed: 0, failed: 0 }
	await using stage = await openStage({ kind: 'oracle' })
	for (const check of CHECKS.filter(({ isCore, name }) => isCore && name.includes(only))) {
		const why = await whyFails(check, stage)
		const isExpected = (why !== undefined) === check.name in ORACLE_DIFFERS
		if (isExpected) tally.passed++
		else tally.failed++
		if (!isExpected)
			console.log(
				`UNEXPLAINED on the oracle: ${check.name}\n    ${why ?? 'It passes, though a reason is given why not.'}`,
			)
	}
	console.log(`oracle: ${tally.passed} checks as expected, ${tally.failed} not`)
	return tally
}
