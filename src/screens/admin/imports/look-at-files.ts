import type { TableChoices } from '#kernel/tables/read-table'
import type { TableRefused } from '#kernel/tables/table-problem'
import type { ImportProfile } from '#contracts/imports'
import { areNamed, profileOfFile } from '#rules/imports'
import { countKnown } from './import-queries.ts'
import type { MappableList } from './mapping/propose-mapping.ts'

type Looking = { profiles: readonly ImportProfile[]; choices: TableChoices; shop: { currency: string; locale: string } }

/** `refused`: the first file that the server would refuse, or that leaves open how it is read. */
export type Look = {
  list: MappableList | undefined
  /** As the last list of a source was sent, where nothing had to be said of its columns. */
  own: ImportProfile | undefined
  choices: TableChoices
  refused: { file: File; why: TableRefused } | undefined
}

/** What chosen files are. What their columns are is proposed of one alone: several at once are named as the shop's own. */
export async function lookAtFiles(
  files: readonly File[],
  { profiles, choices: givenChoices, shop }: Looking,
): Promise<Look> {
  const [{ proposeMapping }, { inspectFile, speaksAgainst }] = await Promise.all([
    import('./mapping/propose-mapping.ts'),
    import('./inspect-file.ts'),
  ])
  const [only, ...others] = files
  const list =
    only && others.length === 0
      ? await proposeMapping(only, { profiles, choices: givenChoices, shop, countKnown })
      : undefined
  const isOwn = list && !list.profile && areNamed(list.columns)
  const own = isOwn && only ? profileOfFile(profiles, only.name) : undefined
  const open: TableChoices = {
    ...(list?.sheet !== undefined && { sheet: list.sheet }),
    ...(list?.encoding && { encoding: list.encoding }),
    ...givenChoices,
  }
  const currency = list?.currencyOf(list.columns) ?? shop.currency
  const looking = { currency, locale: shop.locale, columns: list?.columns }
  const remembered = (list?.profile ?? own)?.decimalSign
  // The last list's decimal sign overrules nothing that this list says itself.
  const isUsual = remembered && only && !(await speaksAgainst(remembered, only, { ...looking, choices: open }))
  const choices: TableChoices = { ...(isUsual && { decimalSign: remembered }), ...open }
  for (const file of files) {
    const why = await inspectFile(file, { ...looking, choices })
    if (why) return { list, own, choices, refused: { file, why } }
  }
  return { list, own, choices, refused: undefined }
}
