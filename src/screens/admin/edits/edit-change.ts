import type * as z from 'zod/mini'
import type { FieldError } from '#kernel/refusals'
import { type PlainNumber, amountField, countField, plainNumber } from '#kernel/typed-field'
import type { NumberField } from '#kernel/typed-number'
import { ToolEditChange } from '#contracts/catalogue'
import { editsTexts } from './edits.texts.ts'

/** What is typed of an edit: all of it text; what is empty is left as it is. */
export type EditValues = {
  priceHow: '' | 'set' | 'percent' | 'amount'
  price: string
  roundTo: string
  category: string
  taxClass: string
  minimumQuantity: string
  multiple: string
  stockHow: '' | 'set' | 'add'
  units: string
  tagsHow: '' | 'add' | 'remove' | 'replace'
  tags: string
  archive: boolean
}

export const nothingTyped: EditValues = {
  priceHow: '',
  price: '',
  roundTo: '',
  category: '',
  taxClass: '',
  minimumQuantity: '',
  multiple: '',
  stockHow: '',
  units: '',
  tagsHow: '',
  tags: '',
  archive: false,
}

/** How the choice of no category is written, which an empty one is not. */
export const noCategory = '-'

type Shop = { currency: string; locale: string }
type Change = z.input<typeof ToolEditChange>

/** What is typed, as the call takes it; undefined where something of it is wrong. */
export function readChange(typed: EditValues, shop: Shop): { change: Change | undefined; problems: FieldError[] } {
  const problems: FieldError[] = []
  const take: Take = (field, text, of) => {
    const read: PlainNumber = plainNumber(text, of, editsTexts.noNumber)
    if ('value' in read) return read.value
    problems.push({ field, message: read.message })
    return ''
  }
  const change = changeOf(typed, readPrice(typed, shop, take), (field, text, isSigned = false) =>
    text.trim() === '' ? '' : take(field, text, { ...countField(shop.locale), isSigned }),
  )
  const issues = problems.length > 0 ? [] : (ToolEditChange.safeParse(change).error?.issues ?? [])
  problems.push(...issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  return { change: problems.length > 0 ? undefined : change, problems }
}

/** What is typed into a field, as the call takes it; empty, and told, where it is no number of the field. */
type Take = (field: string, text: string, of: NumberField) => string

/** A price to set, or by how much it changes: percent or an amount, which may be below zero. */
function readPrice({ priceHow, price, roundTo }: EditValues, shop: Shop, take: Take): Change['price'] {
  if (priceHow === '') return undefined
  const amount = { ...amountField(shop), isSigned: priceHow === 'amount' }
  const percent = { locale: shop.locale, decimals: 6, isPercentage: true, isSigned: true }
  const value = take('price.value', price, priceHow === 'percent' ? percent : amount)
  const rounded = roundTo.trim() === '' ? {} : { roundTo: take('price.roundTo', roundTo, amountField(shop)) }
  return { how: priceHow, value, ...rounded }
}

type Count = (field: string, text: string, isSigned?: boolean) => string

function changeOf(typed: EditValues, price: Change['price'], count: Count): Change {
  const { stockHow, tagsHow, category, taxClass, minimumQuantity, multiple } = typed
  return {
    ...(price && { price }),
    ...(category !== '' && { category: category === noCategory ? null : category }),
    ...(taxClass !== '' && { taxClass }),
    ...(minimumQuantity.trim() !== '' && { minimumQuantity: count('minimumQuantity', minimumQuantity) }),
    ...(multiple.trim() !== '' && { multiple: count('multiple', multiple) }),
    ...(stockHow !== '' && { stock: { how: stockHow, units: count('stock.units', typed.units, stockHow === 'add') } }),
    ...(tagsHow !== '' && { tags: { how: tagsHow, tags: typed.tags } }),
    ...(typed.archive && { archive: true as const }),
  }
}
