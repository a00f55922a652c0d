import { useRef, useState } from 'react'
import type { TableChoices } from '#kernel/tables/read-table'
import { useTableChoices } from '#ui/controls/tables/use-table-choices.ts'
import { useShop } from '#ui/shop.tsx'
import type { ImportInput, ImportProfile } from '#contracts/imports'
import { areFilesAlike } from '#rules/imports'
import { mappingTexts } from '#texts/imports'
import { useProfiles } from './import-queries.ts'
import { type Look, lookAtFiles } from './look-at-files.ts'
import { type MappingDraft, currencyOf, isReadAlike, useMapping } from './mapping/use-mapping.ts'
import { choicesOf, profileOf } from './sent-files.ts'

/** A list of which nothing is left to be said. */
type ReadAlike = { profile: ImportProfile; draft: MappingDraft; choices: TableChoices }

/** The files that somebody has chosen, and what is said of how they are read. `fill`: what else the source’s last list had. */
export function useChosenFiles(fill: (profile: ImportProfile) => void) {
  const [files, setFiles] = useState<readonly File[]>([])
  const latest = useRef(files)
  const [fileProblem, complain] = useState<string>()
  const shop = useShop()
  const [unsure, setUnsure] = useState<File>()
  const [isLooking, setLooking] = useState(false)
  /** The source as whose last list the form was filled, where nothing has to be said of the columns. */
  const [filledAs, setFilledAs] = useState<string>()
  const reading = useTableChoices(unsure ?? (files.length === 1 ? files[0] : undefined))
  const mapped = useMapping()
  const profiles = useProfiles()

  const tell = ({ file, why }: NonNullable<Look['refused']>) => {
    setUnsure(file)
    const { fault, value, choice = 'files', message } = why
    const problem = { field: choice, message: fault === 'other-currency' ? mappingTexts.otherCurrency(value) : message }
    complain(reading.problemOf([problem], 'files'))
  }
  /** Whether they can be sent: what was left open of how they are read was said meanwhile. */
  const areClear = async () => {
    if (!unsure) return true
    const { inspectFile } = await import('./inspect-file.ts')
    const { draft } = mapped
    const money = { currency: (draft && currencyOf(draft)) || shop.currency, locale: shop.locale }
    const why = await inspectFile(unsure, { ...money, columns: draft?.columns, choices: reading.choices })
    if (why) tell({ file: unsure, why })
    return !why
  }

  /** A file that would be refused, or leaves open how it is read, is told before it is sent. */
  const look = async (
    chosen: readonly File[],
    typed: TableChoices,
    before?: ImportProfile,
  ): Promise<ReadAlike | undefined> => {
    complain(undefined)
    const sources = before ? [before] : await profiles()
    const { list, own, choices, refused } = await lookAtFiles(chosen, { profiles: sources, choices: typed, shop })
    // Somebody has chosen another one meanwhile.
    if (latest.current !== chosen) return undefined
    const profile = list?.profile
    const filled = profile ?? own
    if (filled) fill(filled)
    setFilledAs(own?.source)
    reading.say(choices)
    const draft = mapped.show(list)
    if (refused) tell(refused)
    const isNext = profile !== undefined && areFilesAlike(profile.file, chosen[0]?.name ?? '')
    return !refused && isNext && draft && isReadAlike(draft) ? { profile, draft, choices } : undefined
  }
  const lookBusily = async (chosen: readonly File[], ...rest: [TableChoices, ImportProfile?]) => {
    setLooking(true)
    try {
      return await look(chosen, ...rest)
    } finally {
      if (latest.current === chosen) setLooking(false)
    }
  }
  /** `input`: the choices of an earlier sending of these very files. */
  const choose = async (chosen: readonly File[], input?: ImportInput): Promise<ReadAlike | undefined> => {
    latest.current = chosen
    setFiles(chosen)
    setUnsure(undefined)
    reading.forget()
    mapped.show(undefined)
    const before = input && profileOf(input, chosen[0]?.name ?? '')
    if (before) fill(before)
    return lookBusily(chosen, input ? choicesOf(input) : {}, input?.mapping && before)
  }
  const answer = (choices: TableChoices) => {
    const { encoding, sheet } = reading.choices
    reading.say(choices)
    if (choices.encoding !== encoding || choices.sheet !== sheet) void lookBusily(files, choices)
  }
  return { files, fileProblem, complain, isLooking, filledAs, reading, mapped, choose, answer, areClear }
}
