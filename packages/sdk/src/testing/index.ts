export { type MovableClock, movableClock } from './clock.ts'
export type { Answering, FakeAnswer, FakeRequest } from './http.ts'
export { type FakePlatform, fakePlatform } from './platform.ts'
export type { FakePlayer, MessageExtras } from './player.ts'
