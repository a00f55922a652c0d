import { useState } from 'react'
import { amountField, countField, plainNumber } from '#kernel/typed-field'
import { type NumberField, writeNumber } from '#kernel/typed-number'
import { useShop } from '#ui/shop.tsx'
import type { ImportProfile } from '#contracts/imports'
import {
  type Mapping,
  type ProposedColumn,
  type ProposedMeaning,
  additions,
  factorPattern,
  isSeveral,
} from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import type { MappableList } from './propose-mapping.ts'

/** What somebody says of a list's columns, as it stands in the form. */
export type MappingDraft = {
  list: MappableList
  columns: ProposedColumn[]
  /** What words mean, as it was typed. */
  meanings: ProposedMeaning[]
  /** As it was typed. */
  priceTimes: string
  /** Whether names alone would say less. */
  isTold: boolean
}

/** `words`: by their places. */
export type MappingProblems = { columns?: string; priceTimes?: string; words?: ReadonlyMap<number, string> }

/** The form's part about columns: nothing until a list of parts was chosen. `mapping` throws what has to be corrected first. */
export function useMapping() {
  const shop = useShop()
  const [draft, setDraft] = useState<MappingDraft>()
  const [problems, setProblems] = useState<MappingProblems>({})

  const show = (list: MappableList | undefined) => {
    setProblems({})
    setDraft(list && draftOf(list, shop))
  }
  const change = (changes: Partial<Pick<MappingDraft, 'columns' | 'meanings' | 'priceTimes'>>) =>
    setDraft(before => {
      if (!before) return undefined
      const meanings = changes.columns
        ? keepSaid(before, writtenOf(before.list.meaningsOf(changes.columns), shop))
        : before.meanings
      return { ...before, meanings, ...changes, isTold: true }
    })
  /** What is sent: undefined where the names say it all. Null: something has to be corrected, and is said. */
  const mapping = (): Mapping | undefined | null => {
    const told = draft?.isTold ? mappingIn(draft, shop) : undefined
    setProblems(told && 'problems' in told ? told.problems : {})
    return told && ('problems' in told ? null : told.mapping)
  }
  return { draft, problems, show, change, mapping }
}

type Shop = { currency: string; locale: string }

const timesField = ({ locale }: Shop): NumberField => ({ locale, decimals: 6 })
const fieldOf = (column: ProposedMeaning['column'], shop: Shop): NumberField =>
  column === 'stock' ? countField(shop.locale) : amountField(shop)

/** As people of this shop write it. */
const writtenOf = (meanings: readonly ProposedMeaning[], shop: Shop) =>
  meanings.map(word => ({ ...word, means: word.means && writeNumber(word.means, fieldOf(word.column, shop)) }))

function draftOf(list: MappableList, shop: Shop): MappingDraft {
  const meanings = writtenOf(list.meaningsOf(list.columns), shop)
  const times = list.profile?.mapping.priceTimes
  const isPlain = list.columns.every(({ by, head }) => by === 'name' || head === '')
  return {
    list,
    columns: list.columns,
    meanings,
    priceTimes: times === undefined ? '' : writeNumber(times, timesField(shop)),
    isTold: list.profile !== undefined || !isPlain || meanings.length > 0,
  }
}

const keepSaid = (before: MappingDraft, meanings: ProposedMeaning[]) =>
  meanings.map(word => before.meanings.find(({ column, text }) => column === word.column && text === word.text) ?? word)

type Told = Pick<MappingDraft, 'columns' | 'meanings' | 'priceTimes'>

/** What is sent of it: figures as the calls take them. Or what has to be corrected. */
export function mappingIn(draft: Told, shop: Shop): { mapping: Mapping } | { problems: MappingProblems } {
  const columns = draft.columns.flatMap(({ head, column }) => (head === '' ? [] : { head, column }))
  const wrong = wrongColumns(columns.map(({ column }) => column).filter(column => column !== ''))
  const { meanings, words } = meaningsIn(draft.meanings, shop)
  const times = timesIn(draft.priceTimes, shop)
  if (wrong !== undefined || words.size > 0 || 'message' in times) {
    return {
      problems: {
        words,
        ...(wrong !== undefined && { columns: wrong }),
        ...('message' in times && { priceTimes: times.message }),
      },
    }
  }
  return { mapping: { columns, meanings, ...(times.value !== '' && { priceTimes: times.value }) } }
}

function wrongColumns(named: readonly string[]): string | undefined {
  if (!named.includes('part_number')) return texts.numberMissing
  const twice = named.find((column, at) => !isSeveral(column) && named.indexOf(column) !== at)
  return twice === undefined ? undefined : texts.twice(twice)
}

function meaningsIn(typed: readonly ProposedMeaning[], shop: Shop) {
  const words = new Map<number, string>()
  const meanings = typed.flatMap(({ column, text, means }, at) => {
    if (means === undefined) return []
    const read = means === '' ? { value: '' } : plainNumber(means, fieldOf(column, shop), '')
    if ('value' in read) return { column, text, means: read.value }
    words.set(at, read.message)
    return []
  })
  return { meanings, words }
}

function timesIn(typed: string, shop: Shop): { value: string } | { message: string } {
  if (typed.trim() === '') return { value: '' }
  const read = plainNumber(typed, timesField(shop), '')
  return 'message' in read || factorPattern.test(read.value) ? read : { message: texts.priceTimesHint }
}

/** What a source's profile fills in beside the columns. */
export const filledBy = ({ source, brand = '', unlisted, twice = 'first', ...profile }: ImportProfile) =>
  [
    ['source', source],
    ['brand', brand],
    ...additions.map(name => [name, profile[name]] as const),
    ['unlisted', unlisted],
    ['twice', twice],
  ] as const
