/** Closes that a retry cannot mend: the token, the shard, the version or the intents are wrong (S6). */
export const TERMINAL = new Set([4004, 4010, 4011, 4012, 4013, 4014, 4020])

/** Closes after which the session is gone but a new one may be made (S8). */
export const FORGETFUL = new Set([4007, 4009])

/** What a server closes with that does not know what it was sent. */
export const UNKNOWN_OP = 4001
/** What it closes with when it does not know the token. */
export const DEAD_TOKEN = 4004

/** What the SDK closes with when it means to come back: it keeps the session alive on the server. */
export const COMING_BACK = 4000
export const NORMAL = 1000
