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

/** Whether more prices leap than somebody has said yes to, those among them of which some are kept. */
export const leapsNeedYes = ({ options, price_leaps }: Leaping): boolean =>
  options.keepPrices !== 'all' && price_leaps > (options.leaps ?? 0)
type Leaping = { options: { leaps?: number; keepPrices?: KeepPrices }; price_leaps: number }
