import type { TableChoices } from '#kernel/tables/read-table'
import type { ImportInput, ImportProfile } from '#contracts/imports'
import { additionsIn } from '#rules/imports'

/** What was sent of an import: its files, and what was said of them. */
export type Sent = { id: string; files: readonly File[]; input: ImportInput }

/** Those of this page. A browser gives a file once: to be corrected without it, it is kept as long as the page is open. */
const kept = new Map<string, Sent>()

export const keepSent = (sent: Sent): void => void kept.set(sent.id, sent)

export const sentAs = (id = ''): Sent | undefined => kept.get(id)

/** What was said, as the profile of a source says it. */
export const profileOf = (
  { source = '', brand, mapping, unlisted, twice, ...said }: ImportInput,
  file: string,
): ImportProfile => ({
  source,
  file,
  mapping: mapping ?? { columns: [] },
  ...(brand !== undefined && { brand }),
  ...(unlisted && { unlisted }),
  ...(twice && { twice }),
  ...(said.full && { full: true }),
  ...additionsIn(said),
})

export const choicesOf = ({ encoding, decimalSign, sheet }: ImportInput): TableChoices => ({
  ...(encoding && { encoding }),
  ...(decimalSign && { decimalSign }),
  ...(sheet !== undefined && { sheet }),
})
