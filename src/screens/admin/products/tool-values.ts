import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { FieldError } from '#kernel/refusals'
import { amountField } from '#kernel/typed-field'
import { writeNumber } from '#kernel/typed-number'
import type { AdminTool, toolFormOf } from '#contracts/catalogue'
import { type SalesUnit, salesUnits, weightInKilograms } from '#rules/catalogue'
import { standardClass } from '#rules/tax'

export type PictureValues = { img: string; alt: string }

/** A tool as it stands in the form: all of it text, but for the list of its pictures. */
export type ToolValues = {
  name: string
  description: string
  img: string
  /** All of them in their order; `img` is the first one's address. */
  pictures: PictureValues[]
  price: string
  availableQuantity: string
  minimumQuantity: string
  multiple: string
  unit: SalesUnit
  boxQuantity: string
  /** In kilograms, as the shop's language writes them. */
  weightGrams: string
  lowStockLevel: string
  taxClass: string
  tags: string
  partNumber: string
  brand: string
  category: string
}

type ToolForm = ReturnType<typeof toolFormOf>
export type ToolFormState = UseFormReturn<z.input<ToolForm>, unknown, z.output<ToolForm>>

export const emptyTool: ToolValues = {
  name: '',
  description: '',
  img: '',
  pictures: [],
  price: '',
  availableQuantity: '',
  minimumQuantity: '',
  multiple: '',
  unit: 'each',
  boxQuantity: '',
  weightGrams: '',
  lowStockLevel: '',
  taxClass: standardClass,
  tags: '',
  partNumber: '',
  brand: '',
  category: '',
}

export const toolFields = Object.keys(emptyTool) as (keyof ToolValues)[]

/** What was typed before, over what an empty form has. */
export const draftOf = (typed: Partial<Record<keyof ToolValues, string>>): ToolValues => ({
  ...emptyTool,
  ...typed,
  unit: salesUnits.find(unit => unit === typed.unit) ?? emptyTool.unit,
  pictures: readPictures(typed.pictures),
})

/** The values as a draft stores them, which is of texts alone. */
export const asDraft = (values: Partial<ToolValues>) => ({ ...values, pictures: JSON.stringify(values.pictures ?? []) })

function readPictures(text = '[]'): PictureValues[] {
  try {
    const list = JSON.parse(text) as { img: unknown; alt: unknown }[]
    return list.map(({ img, alt }) => ({ img: String(img), alt: String(alt) }))
  } catch {
    return []
  }
}

/** A tool of the shop, as the form shows it. */
export function valuesOf(tool: AdminTool, { currency, locale }: { currency: string; locale: string }): ToolValues {
  return {
    name: tool.name,
    description: tool.description,
    img: tool.img ?? '',
    pictures: tool.pictures,
    price: writeNumber(String(tool.price), amountField({ currency, locale })),
    availableQuantity: String(tool.availableQuantity),
    minimumQuantity: String(tool.minimumQuantity),
    multiple: tool.multiple === 1 ? '' : String(tool.multiple),
    unit: tool.unit,
    boxQuantity: tool.boxQuantity === null ? '' : String(tool.boxQuantity),
    weightGrams: tool.weightGrams === null ? '' : weightInKilograms(tool.weightGrams, locale),
    lowStockLevel: tool.lowStockLevel === null ? '' : String(tool.lowStockLevel),
    taxClass: tool.taxClass,
    tags: tool.tags.join(', '),
    partNumber: tool.partNumber ?? '',
    brand: tool.brand ?? '',
    category: tool.category?._id ?? '',
  }
}

/** Puts the server's complaints to the fields that they are about, the focus to the first of them. */
export function tellFields(form: Pick<ToolFormState, 'setError'>, errors: readonly FieldError[]): void {
  const complaints = toolFields.flatMap(name => {
    const complaint = errors.find(({ field }) => field === name || field.startsWith(`${name}.`))
    return complaint ? [{ name, message: complaint.message }] : []
  })
  complaints.forEach(({ name, message }, at) => form.setError(name, { message }, { shouldFocus: at === 0 }))
}
