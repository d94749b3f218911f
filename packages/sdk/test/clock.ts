export { type MovableClock, movableClock } from '../src/testing/clock.ts'
