import * as z from 'zod/mini'
import { requiredText } from '#kernel/fields'

/** How many passkeys an account may have: one for each device that somebody uses, and some to spare. */
export const mostPasskeys = 20

/** How long after a login an account without a password may add a passkey, in minutes. */
export const freshLoginMinutes = 10

/** What a passkey is called. */
export const PasskeyName = z.object({ name: requiredText('Name is required', 60) })
export type PasskeyName = z.infer<typeof PasskeyName>

/** Where a shop's passkeys belong to: the name of its host, and the one address at which they work. */
export type PasskeyPlace = { host: string; origin: string }

/**
 * Passkeys hang on a name: an address of digits has none. A shop that only its own machine reaches is `localhost` there,
 * by whichever of its names it was opened. Undefined where there can be no passkeys.
 */
export function passkeyPlace(publicUrl: string, shop: { loopbackOnly: boolean }): PasskeyPlace | undefined {
  const url = new URL(publicUrl)
  if (shop.loopbackOnly) url.hostname = 'localhost'
  const isAddress = url.hostname.startsWith('[') || /^[\d.]+$/.test(url.hostname)
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost'
  return isAddress || !isSafe ? undefined : { host: url.hostname, origin: url.origin }
}

/** What to call a passkey until its owner knows better: the browser and the system it was made with. */
export function deviceName(userAgent: string): string {
  const match = (names: [string, RegExp][]) => names.find(([, sign]) => sign.test(userAgent))?.[0]
  const browser = match([
    ['Edge', /\bEdg/],
    ['Opera', /\bOPR\//],
    ['Samsung Internet', /SamsungBrowser/],
    ['Firefox', /Firefox|FxiOS/],
    ['Chrome', /Chrome|CriOS/],
    ['Safari', /Safari/],
  ])
  const system = match([
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Android', /Android/],
    ['Windows', /Windows/],
    ['ChromeOS', /CrOS/],
    ['Mac', /Mac OS X|Macintosh/],
    ['Linux', /Linux/],
  ])
  return [browser, system].filter(Boolean).join(' on ') || 'My device'
}

/** The sentence for each way in which a passkey can fail; the codes in small letters are the browser's own doing. */
export const passkeyMessages = {
  'passkey-cancelled':
    'No passkey was used: the browser’s question was closed, or this device has none for this shop. Try again, or log in another way.',
  'passkey-timeout': 'The browser waited too long for your passkey. Try again.',
  'passkey-here-already': 'This device holds a passkey for your account already. You can log in with that one.',
  'passkey-wrong-address': 'Passkeys work at the shop’s own address alone. Open the shop there and try again.',
  'passkey-wrong-device':
    'This device cannot check that it is you. Set up a fingerprint, a face or a PIN on it, or use another device.',
  'passkey-old-browser': 'This browser does not know passkeys well enough. Update it, or log in another way.',
  'passkey-failed': 'The browser could not use a passkey. Try again, or log in another way.',

  PASSKEY_NOT_FOUND:
    'The shop does not know this passkey: it was removed. Log in another way, and delete it on your device.',
  CHALLENGE_NOT_FOUND: 'That took too long, or was tried before. Try again.',
  AUTHENTICATION_FAILED: 'This passkey was not accepted. Try again, or log in another way.',
  FAILED_TO_VERIFY_REGISTRATION: 'What this device answered was not accepted. Try again, or use another device.',
  PASSKEY_UNVERIFIED:
    'This device did not check that it is you. Set up a fingerprint, a face or a PIN on it, or use another device.',
  PASSKEY_TAKEN: 'This passkey belongs to an account already. Log in with it, or make another one.',
  PASSKEY_PROOF_NEEDED: 'That took too long. Begin again, and confirm once more that it is you.',
  TOO_MANY_PASSKEYS: `An account can have ${mostPasskeys} passkeys. Remove one that you do not use, then try again.`,
  LAST_WAY_IN: 'Nothing but Google opens this account. Set a password first, by “Forgot your password?”.',
  SESSION_NOT_FRESH: `Log out and log in once more: in the first ${freshLoginMinutes} minutes you can change how you log in.`,
}
