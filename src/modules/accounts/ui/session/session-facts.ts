/** What the server says of this shop's sessions. `isHosted`: its identity service is Firebase. */
export const sessionFacts = { isHosted: false }

/** Under which local storage has the access token. The name is the specification's (section 9). */
export const tokenKey = 'accessToken'
