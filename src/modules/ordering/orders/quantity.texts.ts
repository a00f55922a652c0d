import type { Details } from '#kernel/refusals'
import { texts } from '#kernel/texts'

/** What is said of a quantity that cannot be ordered. */
export const quantityTexts = texts('ordering.quantity', {
  /** Word for word from the decisions on the specification, section 7. */
  warning:
    'Please make sure your purchasing quantity is not more than available or less than the minimum order quantity',
  betweenMultiples: ({ multiple, lower, higher }: Details) =>
    `This is sold in multiples of ${multiple}. Order ${higher === undefined ? lower : `${lower} or ${higher}`}.`,
})
