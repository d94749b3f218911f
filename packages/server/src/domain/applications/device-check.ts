import { ApiError } from '@guildhall/protocol'
import type { Store } from '../../ports/store.ts'
import { networkOf } from '../access/networks.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { type AttemptLimits, attemptsResetIn, giveBackAttempt, takeAttempt } from '../accounts/attempts.ts'
import { type ApplicationRow, getApplication } from './applications.ts'
import { claimDevice, type DeviceRow } from './devices.ts'

export interface TypedCode {
	userCode: string
	user: UserRow
	/** Where the person is. */
	address: string
}

export interface FoundDevice {
	device: DeviceRow
	application: ApplicationRow
}

export type Checked =
	| ({ outcome: 'found' } & FoundDevice)
	/** No device waits under this code. */
	| { outcome: 'unknown' }
	| { outcome: 'limited'; count: number; retryAfterMs: number }

/**
 * Finds what a device asks for whose code a person typed. Wrong codes are counted, so that nobody finds one by trying.
 * @throws VerifyAccount for an account whose mail address is not confirmed
 */
export async function checkDeviceCode(store: Store, typed: TypedCode, limits: AttemptLimits): Promise<Checked> {
	const { userCode, user, address } = typed
	if (!user.is_verified) throw new ApiError('VerifyAccount')
	const counters = [
		{ key: `userCodeAddress:${networkOf(address)}`, limit: limits.of('userCodeAddress') },
		{ key: `userCode:${user.id}`, limit: limits.of('userCode') },
	]
	for (const { key, limit } of counters) {
		if (await takeAttempt(store, key, limit)) continue
		return { outcome: 'limited', count: limit.count, retryAfterMs: await attemptsResetIn(store, key) }
	}
	const device = await store.transaction((tx) => claimDevice(tx, userCode, user.id))
	if (!device) return { outcome: 'unknown' }
	await Promise.all(counters.map(({ key }) => giveBackAttempt(store, key)))
	return { outcome: 'found', device, application: await getApplication(store, device.application_id) }
}
