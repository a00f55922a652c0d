import { useState } from 'react'
import { plainNumber } from '#kernel/typed-field'
import { useShop } from '#ui/shop.tsx'
import type { ImportProfile } from '#contracts/imports'
import { type Mapping, type ProposedColumn, type ProposedMeaning, factorPattern } from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import type { MappableList } from './propose-mapping.ts'

/** What somebody says of a list's columns, as it stands in the form. */
export type MappingDraft = {
  list: MappableList
  columns: ProposedColumn[]
  meanings: ProposedMeaning[]
  /** As it was typed. */
  priceTimes: string
  /** Whether names alone would say less. */
  isTold: boolean
}

export type MappingProblems = { columns?: string; priceTimes?: string }

/** The form's part about columns: nothing until a list of parts was chosen. `mapping` throws what has to be corrected first. */
export function useMapping() {
  const { locale } = useShop()
  const [draft, setDraft] = useState<MappingDraft>()
  const [problems, setProblems] = useState<MappingProblems>({})

  const show = (list: MappableList | undefined) => {
    setProblems({})
    setDraft(list && draftOf(list))
  }
  const change = (changes: Partial<Pick<MappingDraft, 'columns' | 'meanings' | 'priceTimes'>>) =>
    setDraft(before => {
      if (!before) return undefined
      const meanings = changes.columns ? keepSaid(before, before.list.meaningsOf(changes.columns)) : before.meanings
      return { ...before, meanings, ...changes, isTold: true }
    })
  /** What is sent: undefined where the names say it all. Null: something has to be corrected, and is said. */
  const mapping = (): Mapping | undefined | null => {
    const told = draft?.isTold ? mappingIn(draft, locale) : undefined
    setProblems(told && 'problems' in told ? told.problems : {})
    return told && ('problems' in told ? null : told.mapping)
  }
  return { draft, problems, show, change, mapping }
}

function draftOf(list: MappableList): MappingDraft {
  const meanings = list.meaningsOf(list.columns)
  const isPlain = list.columns.every(({ by, head }) => by === 'name' || head === '')
  return {
    list,
    columns: list.columns,
    meanings,
    priceTimes: list.profile?.mapping.priceTimes ?? '',
    isTold: list.profile !== undefined || !isPlain || meanings.length > 0,
  }
}

const keepSaid = (before: MappingDraft, meanings: ProposedMeaning[]) =>
  meanings.map(word => before.meanings.find(({ column, text }) => column === word.column && text === word.text) ?? word)

function mappingIn(draft: MappingDraft, locale: string): { mapping: Mapping } | { problems: MappingProblems } {
  const columns = draft.columns.flatMap(({ head, column }) => (head === '' ? [] : { head, column }))
  const named = columns.map(({ column }) => column).filter(column => column !== '')
  if (!named.includes('part_number')) return { problems: { columns: texts.numberMissing } }
  const isSeveral = (column: string) => ['gtin', 'oem', 'cross_reference'].includes(column)
  const twice = named.find((column, at) => !isSeveral(column) && named.indexOf(column) !== at)
  if (twice !== undefined) return { problems: { columns: texts.twice(twice) } }
  const meanings = draft.meanings.flatMap(({ column, text, means }) =>
    means === undefined ? [] : { column, text, means },
  )
  const typed = draft.priceTimes.trim()
  if (typed === '') return { mapping: { columns, meanings } }
  const times = plainNumber(typed, { locale, decimals: 6 }, '')
  if ('message' in times) return { problems: { priceTimes: times.message } }
  if (!factorPattern.test(times.value)) return { problems: { priceTimes: texts.priceTimesHint } }
  return { mapping: { columns, meanings, priceTimes: times.value } }
}

/** What a source's profile fills in beside the columns. */
export const filledBy = ({ source, brand = '', createParts, createCategories }: ImportProfile) =>
  [
    ['source', source],
    ['brand', brand],
    ['createParts', createParts],
    ['createCategories', createCategories],
  ] as const
