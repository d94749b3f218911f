import { ApiError } from '@guildhall/protocol'
import type { Store } from '../../ports/store.ts'
import { networkOf } from '../access/networks.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { attemptsResetIn, giveBackAttempt, takeAttempt, timesFactor } from '../accounts/attempts.ts'
import { type ApplicationRow, getApplication } from './applications.ts'
import { claimDevice, type DeviceRow } from './devices.ts'

/** Wrong codes of one person. */
const PER_USER = { count: 5, ms: 5 * 60_000 }
/** Wrong codes from one address, whoever types them. */
const PER_ADDRESS = { count: 30, ms: 3_600_000 }

export interface TypedCode {
	userCode: string
	user: UserRow
	/** Where the person is. */
	address: string
	/** Multiplies how many wrong codes may be typed. */
	limitFactor: number
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
export async function checkDeviceCode(store: Store, typed: TypedCode): Promise<Checked> {
	const { userCode, user, address, limitFactor } = typed
	if (!user.is_verified) throw new ApiError('VerifyAccount')
	const limits = [
		{ key: `device:address:${networkOf(address)}`, ...timesFactor(PER_ADDRESS, limitFactor) },
		{ key: `device:user:${user.id}`, ...timesFactor(PER_USER, limitFactor) },
	]
	for (const { key, ...limit } of limits) {
		if (await takeAttempt(store, key, limit)) continue
		return { outcome: 'limited', count: limit.count, retryAfterMs: await attemptsResetIn(store, key) }
	}
	const device = await store.transaction((tx) => claimDevice(tx, userCode, user.id))
	if (!device) return { outcome: 'unknown' }
	await Promise.all(limits.map(({ key }) => giveBackAttempt(store, key)))
	return { outcome: 'found', device, application: await getApplication(store, device.application_id) }
}
