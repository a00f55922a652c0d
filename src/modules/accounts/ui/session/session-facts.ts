/** What the server says of this shop's sessions. `isHosted`: its identity service is Firebase. */
export const sessionFacts = {
  isHosted: false,
  /** How many parts of the page show themselves to an account alone, and lead away by themselves when it is gone. */
  guarded: 0,
}

/** Under which local storage has the access token. The name is the specification's (section 9). */
export const tokenKey = 'accessToken'
