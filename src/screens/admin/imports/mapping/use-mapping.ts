import { useState } from 'react'
import { amountField, countField, plainNumber } from '#kernel/typed-field'
import { type NumberField, writeNumber } from '#kernel/typed-number'
import { useShop } from '#ui/shop.tsx'
import type { ImportProfile } from '#contracts/imports'
import {
  type Fixed,
  type ListCurrency,
  type Mapping,
  type ProposedColumn,
  type ProposedMeaning,
  additions,
  amountColumns,
  areNamed,
  comparedPrice,
  factorDecimals,
  factorPattern,
  isSeveral,
  mappedColumns,
} from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import type { MappableList } from './propose-mapping.ts'

/** What somebody says of a list's columns, as it stands in the form. */
export type MappingDraft = {
  list: MappableList
  columns: ProposedColumn[]
  /** What words mean, as it was typed. */
  meanings: ProposedMeaning[]
  /** What rows have whose own cells are empty: of the form's, the category alone. */
  fixed: Fixed
  /** As it was typed. */
  priceTimes: string
  /** What somebody has chosen: '' is the shop's. Undefined: as the list seems to say. */
  currency: string | undefined
  /** What one unit of it is in the shop's, as it was typed. */
  rate: string
  /** Whether the names of the columns alone do not say everything. */
  isNeeded: boolean
}

export type MappingChanges = Partial<
  Pick<MappingDraft, 'columns' | 'meanings' | 'fixed' | 'priceTimes' | 'currency' | 'rate'>
>

/** `words`: by their places. */
export type MappingProblems = {
  columns?: string
  priceTimes?: string
  rate?: string
  words?: ReadonlyMap<number, string>
}

const isCategory = ({ column }: Fixed[number]) => column === 'category'

/** The category of rows that name none, by its whole path; '' where there is none. */
export const categoryOf = ({ fixed }: Pick<MappingDraft, 'fixed'>): string => fixed.find(isCategory)?.value ?? ''

/** With another category, or none where that is ''. What else rows have stays: a call may have said it. */
export function withCategory({ fixed }: Pick<MappingDraft, 'fixed'>, category: string): Fixed {
  const others = fixed.filter(one => !isCategory(one))
  return category === '' ? others : [...others, { column: 'category', value: category }]
}

export const hasAmounts = (columns: readonly Pick<ProposedColumn, 'column'>[]): boolean =>
  columns.some(({ column }) => amountColumns.some(name => name === column))

/** The currency of the list's amounts where it is another than the shop's, else ''. */
export const currencyOf = ({ list, columns, currency }: Pick<MappingDraft, 'list' | 'columns' | 'currency'>): string =>
  hasAmounts(columns) ? (currency ?? list.currencyOf(columns) ?? '') : ''

/** What a source's last list said of this currency, in the shop's; undefined where it said nothing. */
export function rateBefore({ profile }: MappableList, code: string, shop: Shop): ListCurrency | undefined {
  const before = profile?.mapping?.currency
  // What was said a moment ago is dated by the server alone.
  return before?.code === code && (before.into ?? shop.currency) === shop.currency ? before : undefined
}

/** The form's part about columns: nothing until a list of parts was chosen. `mapping` throws what has to be corrected first. */
export function useMapping() {
  const shop = useShop()
  const [draft, setDraft] = useState<MappingDraft>()
  const [problems, setProblems] = useState<MappingProblems>({})

  const show = (list: MappableList | undefined) => {
    setProblems({})
    const shown = list && draftOf(list, shop)
    setDraft(shown)
    return shown
  }
  const change = (changes: MappingChanges) => setDraft(before => before && changedDraft(before, changes, shop))
  /** What is sent: undefined where the names say it all. Null: something has to be corrected, and is said. */
  const mapping = (shown = draft): Mapping | undefined | null => {
    const result = shown?.isNeeded ? mappingIn({ ...shown, currency: inCurrency(shown, shop) }, shop) : undefined
    setProblems(result && 'problems' in result ? result.problems : {})
    return result && ('problems' in result ? null : result.mapping)
  }
  return { draft, problems, show, change, mapping }
}

type Shop = { currency: string; locale: string }

const inCurrency = (draft: MappingDraft, shop: Shop) => {
  const code = currencyOf(draft)
  return { code, rate: draft.rate, before: rateBefore(draft.list, code, shop) }
}

/** The shop, as one of this list's amounts. */
const listShop = (code: string, shop: Shop): Shop => (code === '' ? shop : { ...shop, currency: code })

/** As people of this shop write it. */
export const writtenFactor = (factor: string, shop: Shop): string => writeNumber(factor, timesField(shop))

function rateWritten(list: MappableList, code: string, shop: Shop): string {
  const before = rateBefore(list, code, shop)
  return before ? writtenFactor(before.rate, shop) : ''
}

const timesField = ({ locale }: Shop): NumberField => ({ locale, decimals: factorDecimals })
const fieldOf = (column: ProposedMeaning['column'], shop: Shop): NumberField =>
  column === 'stock' ? countField(shop.locale) : amountField(shop)

/** As people of this shop write it. */
const writtenOf = (meanings: readonly ProposedMeaning[], shop: Shop) =>
  meanings.map(word => ({ ...word, means: word.means && writeNumber(word.means, fieldOf(word.column, shop)) }))

/** What a list's form begins with. */
export function draftOf(list: MappableList, shop: Shop): MappingDraft {
  const code = list.currencyOf(list.columns) ?? ''
  const meanings = writtenOf(list.meaningsOf(list.columns), listShop(code, shop))
  const times = list.profile?.mapping?.priceTimes
  const isPlain = areNamed(list.columns)
  const has = (name: string) => list.columns.some(({ column }) => column === name)
  // What a maker recommends may be what the shop is to ask.
  const isPriceOpen = has(comparedPrice) && !has('price')
  return {
    list,
    columns: list.columns,
    meanings,
    fixed: list.profile?.mapping?.fixed ?? [],
    priceTimes: times === undefined ? '' : writtenFactor(times, shop),
    currency: undefined,
    rate: rateWritten(list, code, shop),
    isNeeded: list.profile !== undefined || !isPlain || isPriceOpen || meanings.length > 0 || code !== '',
  }
}

/**
 * Whether nothing is left to be said of a list: each of its columns and words is known from the last one of its source. A rate is of its day,
 * so somebody looks at it.
 */
export function isReadAlike({ list, meanings, rate }: MappingDraft): boolean {
  const heads = list.columns.map(({ head }) => head)
  const mapped = list.profile?.mapping ? mappedColumns(list.profile.mapping, heads) : []
  const isKnown = heads.every((head, at) => head === '' || mapped[at] !== undefined)
  return isKnown && meanings.every(({ means }) => means !== undefined) && rate === ''
}

/** A form after somebody has said something. A rate is of one currency alone. */
export function changedDraft(before: MappingDraft, changes: MappingChanges, shop: Shop): MappingDraft {
  const meanings = changes.columns
    ? keepMeanings(before, writtenOf(before.list.meaningsOf(changes.columns), listShop(currencyOf(before), shop)))
    : before.meanings
  const after = { ...before, meanings, ...changes, isNeeded: true }
  const code = currencyOf(after)
  return code === currencyOf(before) ? after : { ...after, rate: rateWritten(after.list, code, shop) }
}

const keepMeanings = (before: MappingDraft, meanings: ProposedMeaning[]) =>
  meanings.map(word => before.meanings.find(({ column, text }) => column === word.column && text === word.text) ?? word)

type MappingInput = Pick<MappingDraft, 'columns' | 'meanings' | 'fixed' | 'priceTimes'> & {
  /** `code`: '' is the shop's; `rate`: as it was typed; `before`: what the source's last list said of it. */
  currency: { code: string; rate: string; before: ListCurrency | undefined }
}

/** What is sent of it: figures as the calls take them. Or what has to be corrected. */
export function mappingIn(draft: MappingInput, shop: Shop): { mapping: Mapping } | { problems: MappingProblems } {
  const columns = draft.columns.flatMap(({ head, column }) => (head === '' ? [] : { head, column }))
  const wrong = wrongColumns(columns.map(({ column }) => column).filter(column => column !== ''))
  const { meanings, words } = meaningsIn(draft.meanings, listShop(draft.currency.code, shop))
  const times = timesIn(draft.priceTimes, shop)
  const currency = currencyIn(draft.currency, shop)
  if (wrong !== undefined || words.size > 0 || 'message' in times || 'message' in currency) {
    return {
      problems: {
        words,
        ...(wrong !== undefined && { columns: wrong }),
        ...('message' in times && { priceTimes: times.message }),
        ...('message' in currency && { rate: currency.message }),
      },
    }
  }
  const listCurrency = currency.value
  return {
    mapping: {
      columns,
      meanings,
      ...(draft.fixed.length > 0 && { fixed: draft.fixed }),
      ...(times.value !== '' && { priceTimes: times.value }),
      ...(listCurrency && { currency: listCurrency }),
    },
  }
}

function wrongColumns(named: readonly string[]): string | undefined {
  if (!named.includes('part_number')) return texts.numberMissing
  const twice = named.find((column, at) => !isSeveral(column) && named.indexOf(column) !== at)
  return twice === undefined ? undefined : texts.twice(twice)
}

function meaningsIn(typed: readonly ProposedMeaning[], shop: Shop) {
  const words = new Map<number, string>()
  const meanings = typed.flatMap(({ column, text, means }, at) => {
    const read =
      means === undefined
        ? { message: texts.meaningMissing }
        : means === ''
          ? { value: '' }
          : plainNumber(means, fieldOf(column, shop), '')
    if ('value' in read) return { column, text, means: read.value }
    words.set(at, read.message)
    return []
  })
  return { meanings, words }
}

/** A rate that stands as it was is as old as it was. */
function currencyIn(
  { code, rate, before }: MappingInput['currency'],
  shop: Shop,
): { value: ListCurrency | undefined } | { message: string } {
  if (code === '' || code === shop.currency) return { value: undefined }
  const read = plainNumber(rate, timesField(shop), texts.rateMissing)
  if ('message' in read) return read
  if (!factorPattern.test(read.value)) return { message: texts.rateHint }
  return { value: before?.rate === read.value ? before : { code, rate: read.value } }
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
    ['full', profile.full],
    ['unlisted', unlisted],
    ['twice', twice],
  ] as const
