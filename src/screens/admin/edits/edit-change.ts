import type * as z from 'zod/mini'
import type { FieldError } from '#kernel/refusals'
import { type PlainNumber, amountField, plainNumber } from '#kernel/typed-field'
import { ToolEditChange } from '#contracts/catalogue'

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
  const { price, problems } = readPrice(typed, shop)
  const change = changeOf(typed, price)
  const issues = problems.length > 0 ? [] : (ToolEditChange.safeParse(change).error?.issues ?? [])
  problems.push(...issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  return { change: problems.length > 0 ? undefined : change, problems }
}

/** A price to set, or by how much it changes: percent or an amount, which may be below zero. */
function readPrice({ priceHow, price, roundTo }: EditValues, shop: Shop) {
  const problems: FieldError[] = []
  const take = (field: string, read: PlainNumber): string => {
    if ('value' in read) return read.value
    problems.push({ field, message: read.message })
    return ''
  }
  if (priceHow === '') return { price: undefined, problems }
  const amount = { ...amountField(shop), isSigned: priceHow === 'amount' }
  const percent = { locale: shop.locale, decimals: 6, isPercentage: true, isSigned: true }
  const value = take('price.value', plainNumber(price, priceHow === 'percent' ? percent : amount, 'Use a number.'))
  const rounded =
    roundTo.trim() === '' ? {} : { roundTo: take('price.roundTo', plainNumber(roundTo, amountField(shop), '')) }
  return { price: { how: priceHow, value, ...rounded }, problems }
}

function changeOf(typed: EditValues, price: Change['price']): Change {
  const { stockHow, tagsHow, category, taxClass } = typed
  return {
    ...(price && { price }),
    ...(category !== '' && { category: category === noCategory ? null : category }),
    ...(taxClass !== '' && { taxClass }),
    ...(typed.minimumQuantity.trim() !== '' && { minimumQuantity: typed.minimumQuantity }),
    ...(typed.multiple.trim() !== '' && { multiple: typed.multiple }),
    ...(stockHow !== '' && { stock: { how: stockHow, units: typed.units } }),
    ...(tagsHow !== '' && { tags: { how: tagsHow, tags: typed.tags } }),
    ...(typed.archive && { archive: true as const }),
  }
}
