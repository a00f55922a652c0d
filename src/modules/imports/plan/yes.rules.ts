import { type Removal, importLimits } from '../import.rules.ts'

/** What an import does to which somebody has to say yes before its commit, and how much of it somebody has said yes to. */

/** Whether it takes out more than somebody has said yes to. */
export function needsYes({ options, removal }: Removing): boolean {
  const isAllowed = options.allowRemoval === true && (removal?.rows ?? 0) <= (options.mostRemoved ?? Infinity)
  return !isAllowed && asksForRemoval(removal, importLimits.removalPercent)
}
type Removing = { options: { allowRemoval?: boolean; mostRemoved?: number }; removal: Removal | null }

/** Whether a full file takes so much of what its source had that somebody has to say yes. */
export function asksForRemoval(removal: Removal | null, percent: number): boolean {
  return removal !== null && removal.of > 0 && removal.rows * 100 > removal.of * percent
}

/** Which parts keep their price: all of which it leaps, or these tools. */
export type KeepPrices = 'all' | readonly string[]

/** Which prices that leap go in: all that do by then, which a command says, or these very ones, by the digest of what was shown. */
export type AllowedLeaps = 'all' | (string & {})

/** Whether prices leap of which nobody has said yes to what they were and become. Some of them may be kept. */
export const leapsNeedYes = ({ options, price_leaps, leaps }: Leaping): boolean =>
  price_leaps > 0 && options.keepPrices !== 'all' && options.leaps !== 'all' && options.leaps !== leaps
type Leaping = { options: { leaps?: AllowedLeaps; keepPrices?: KeepPrices }; price_leaps: number; leaps: string }
