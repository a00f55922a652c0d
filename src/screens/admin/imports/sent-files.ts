import type { TableChoices } from '#kernel/tables/read-table'
import type { ImportInput, ImportProfile } from '#contracts/imports'
import { additionsIn } from '#rules/imports'

/** An import as it was sent: its files, and the form's answers about them. */
export type Sent = { id: string; files: readonly File[]; input: ImportInput }

/** The imports that this page has sent. A browser gives a file once: it stays here until the page is left, so that it can be corrected. */
const sentImports = new Map<string, Sent>()

export const keepSent = (sent: Sent): void => void sentImports.set(sent.id, sent)

export const sentAs = (id = ''): Sent | undefined => sentImports.get(id)

/** The form's answers, as the profile of a source has them. */
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
