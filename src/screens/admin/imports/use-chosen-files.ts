import { useRef, useState } from 'react'
import type { TableChoices } from '#kernel/tables/read-table'
import { useTableChoices } from '#ui/controls/tables/use-table-choices.ts'
import { useShop } from '#ui/shop.tsx'
import type { ImportInput, ImportProfile } from '#contracts/imports'
import { mappingTexts } from '#texts/imports'
import { useProfiles } from './import-queries.ts'
import { lookAtFiles } from './look-at-files.ts'
import { type MappingDraft, isReadAlike, useMapping } from './mapping/use-mapping.ts'
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

  /** A file that would be refused, or leaves open how it is read, is told before it is sent. */
  const look = async (
    chosen: readonly File[],
    told: TableChoices,
    before?: ImportProfile,
  ): Promise<ReadAlike | undefined> => {
    complain(undefined)
    const known = before ? [before] : await profiles()
    const { list, own, choices, refused } = await lookAtFiles(chosen, { profiles: known, choices: told, shop })
    // Somebody has chosen another one meanwhile.
    if (latest.current !== chosen) return undefined
    const profile = list?.profile
    const filled = profile ?? own
    if (filled) fill(filled)
    setFilledAs(own?.source)
    reading.say(choices)
    const draft = mapped.show(list)
    if (!refused) return profile && draft && isReadAlike(draft) ? { profile, draft, choices } : undefined
    setUnsure(refused.file)
    const { fault, value, choice = 'files', message } = refused.why
    const problem = { field: choice, message: fault === 'other-currency' ? mappingTexts.otherCurrency(value) : message }
    complain(reading.problemOf([problem], 'files'))
    return undefined
  }
  const lookBusily = async (chosen: readonly File[], ...said: [TableChoices, ImportProfile?]) => {
    setLooking(true)
    try {
      return await look(chosen, ...said)
    } finally {
      if (latest.current === chosen) setLooking(false)
    }
  }
  /** `told`: what was said of these very files before. */
  const choose = async (chosen: readonly File[], told?: ImportInput): Promise<ReadAlike | undefined> => {
    latest.current = chosen
    setFiles(chosen)
    setUnsure(undefined)
    reading.forget()
    mapped.show(undefined)
    const before = told && profileOf(told)
    if (before) fill(before)
    return lookBusily(chosen, told ? choicesOf(told) : {}, told?.mapping && before)
  }
  const answer = (choices: TableChoices) => {
    const { encoding, sheet } = reading.choices
    reading.say(choices)
    if (choices.encoding !== encoding || choices.sheet !== sheet) void lookBusily(files, choices)
  }
  return { files, fileProblem, complain, isLooking, filledAs, reading, mapped, choose, answer }
}
