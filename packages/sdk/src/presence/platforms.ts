/** How the wire calls the members of `ActivityGamePlatforms`, by their bits. */
export const PLATFORMS: readonly string[] = ['desktop', 'xbox', 'samsung', 'ios', 'android', 'embedded', 'ps4', 'ps5']

/** Flag of an activity: friends may come into the party without being asked. */
export const PARTY_PRIVACY_FRIENDS = 1 << 6
