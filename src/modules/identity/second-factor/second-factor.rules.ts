import * as z from 'zod/mini'
import { secondFactorFieldTexts } from './second-factor.texts.ts'

/** The signs of a recovery code: none looks like another one. */
export const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
export const recoveryLength = 10

/** The code of an authenticator app. Apps show it in two groups, and people type it so. */
export const AppCode = z.object({
  code: z.string().check(
    z.overwrite(text => text.replaceAll(/\s/g, '')),
    z.regex(/^\d{6}$/, { error: () => secondFactorFieldTexts.app }),
  ),
})
export type AppCode = z.infer<typeof AppCode>

/** A recovery code, however it was copied. */
export const RecoveryCode = z.object({
  code: z.string().check(
    z.overwrite(text => withDash(text.toLowerCase().replaceAll(/[^a-z\d]/g, ''))),
    z.regex(/^[a-z\d]{5}-[a-z\d]{5}$/, { error: () => secondFactorFieldTexts.recovery }),
  ),
})

const withDash = (signs: string) => `${signs.slice(0, 5)}-${signs.slice(5)}`

/** What answers the question for a second factor. */
export type SecondFactor = { kind: 'app' | 'recovery'; code: string }

/** The key in groups of four, as it is typed into an app; undefined if the address holds none. */
export function setupKeyOf(address: string): string | undefined {
  const key = URL.canParse(address) ? new URL(address).searchParams.get('secret') : null
  return key?.match(/.{1,4}/g)?.join(' ')
}

/** From here on, somebody is told to make new recovery codes. */
export const fewRecoveryCodes = 3

/** The dark squares of a QR code as the outline of an SVG path: a run of squares in a row is one box. */
export function qrOutline(squares: readonly (readonly boolean[])[]): string {
  return squares
    .flatMap((row, y) => {
      const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []))
      return starts.map(x => {
        const end = row.indexOf(false, x)
        const length = (end < 0 ? row.length : end) - x
        return `M${x} ${y}h${length}v1h-${length}z`
      })
    })
    .join('')
}
