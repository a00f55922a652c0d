import type * as z from 'zod/mini'
import type { ToolEditChange } from '#contracts/catalogue'

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

/** What is typed, as the call takes it. */
export function changeOf(typed: EditValues): z.input<typeof ToolEditChange> {
  const { priceHow, stockHow, tagsHow, category, taxClass } = typed
  const rounded = typed.roundTo.trim() === '' ? {} : { roundTo: typed.roundTo }
  return {
    ...(priceHow !== '' && { price: { how: priceHow, value: typed.price, ...rounded } }),
    ...(category !== '' && { category: category === noCategory ? null : category }),
    ...(taxClass !== '' && { taxClass }),
    ...(typed.minimumQuantity.trim() !== '' && { minimumQuantity: typed.minimumQuantity }),
    ...(typed.multiple.trim() !== '' && { multiple: typed.multiple }),
    ...(stockHow !== '' && { stock: { how: stockHow, units: typed.units } }),
    ...(tagsHow !== '' && { tags: { how: tagsHow, tags: typed.tags } }),
    ...(typed.archive && { archive: true as const }),
  }
}
