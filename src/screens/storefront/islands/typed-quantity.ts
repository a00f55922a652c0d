import { countField, plainNumber } from '#kernel/typed-field'
import { writtenNumber } from '#kernel/written'
import { problemOfQuantity } from '#rules/ordering'
import { catalogueTexts } from '#texts/catalogue'

/** What the field of a form says how many, as a person of this language types it; or the sentence that says what to type. */
export function readTypedQuantity(
  { value, dataset }: Pick<HTMLInputElement, 'value' | 'dataset'>,
  locale: string,
): { quantity: number } | { message: string } {
  const read = plainNumber(value, countField(locale), catalogueTexts.quantity)
  if ('message' in read) return read
  const quantity = writtenNumber(read.value)
  const minimumQuantity = writtenNumber(dataset['least'] ?? 1)
  const multiple = writtenNumber(dataset['multiple'] ?? 1)
  // How many there are, the basket knows.
  const message = problemOfQuantity(quantity, { minimumQuantity, multiple, availableQuantity: Number.MAX_SAFE_INTEGER })
  return message === undefined ? { quantity } : { message }
}
