import type { TableChoices } from '#kernel/tables/read-table'
import type { ImportInput, ImportProfile } from '#contracts/imports'
import { additionsIn } from '#rules/imports'

/** What was sent of an import: its files, and what was said of them. */
export type Sent = { id: string; files: readonly File[]; input: ImportInput }

/** Those of this page. A browser gives a file once: to be corrected without it, it is kept as long as the page is open. */
const sentImports = new Map<string, Sent>()

export const keepSent = (sent: Sent): void => void sentImports.set(sent.id, sent)

export const sentAs = (id = ''): Sent | undefined => sentImports.get(id)

/** What was said, as the profile of a source says it. */
export const profileOf = (
  { source = '', brand, mapping, unlisted, twice, ...rest }: ImportInput,
  file: string,
): ImportProfile => ({
  source,
  file,
  mapping: mapping ?? { columns: [] },
  ...(brand !== undefined && { brand }),
  ...(unlisted && { unlisted }),
  ...(twice && { twice }),
  ...(rest.full && { full: true }),
  ...additionsIn(rest),
})

export const choicesOf = ({ encoding, decimalSign, sheet }: ImportInput): TableChoices => ({
  ...(encoding && { encoding }),
  ...(decimalSign && { decimalSign }),
  ...(sheet !== undefined && { sheet }),
})
