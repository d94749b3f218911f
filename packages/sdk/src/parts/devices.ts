/** What is loaded when a code is first to be shown on this device. */
export { tokenFromDevice, tokenFromDeviceMerging } from '../device/device-flow.ts'
export { openDeviceScreen } from '../device/device-screen.ts'
