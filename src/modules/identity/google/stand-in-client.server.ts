import { randomBytes } from 'node:crypto'

/** Where the stand-in answers. */
export const standInPath = '/google-stand-in'

/** The shop's address for itself, and as a browser sees it; both are known once it listens. */
export type Whereabouts = { ownUrl: () => string; publicUrl: () => string }

/** The shop as the stand-in's only client: made up at each start, for this process alone. */
export function standInClient({ ownUrl, publicUrl }: Whereabouts) {
  return {
    clientId: 'demo-shop',
    clientSecret: randomBytes(24).toString('base64url'),
    discoveryUrl: () => `${ownUrl()}${standInPath}/.well-known/openid-configuration`,
    authorizationUrl: () => `${publicUrl()}${standInPath}/auth`,
    standIn: true,
  }
}
