import * as z from 'zod/mini'
import { requiredText } from '#kernel/fields'
import { signInFieldTexts } from '../sign-in.texts.ts'

/** How many passkeys an account may have: one for each device that somebody uses, and some to spare. */
export const mostPasskeys = 20

/** How long after a login an account without a password may add a passkey, in minutes. */
export const freshLoginMinutes = 10

/** What a passkey is called. */
export const PasskeyName = z.object({ name: requiredText(() => signInFieldTexts.name, 60) })
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
