import type { Tool } from '#contracts/catalogue'
import { formatNumber } from '#kernel/formats'
import { stockStateOf } from '#rules/catalogue'
import { catalogueTexts } from '#texts/catalogue'
import { Button, type ButtonSize, type ButtonVariant } from '#ui/controls/button.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './add-form.module.css'

type AddFormProps = {
  tool: Tool
  vehicle?: number | undefined
  /** As many as are proposed; the minimum unless said. */
  quantity?: number | undefined
  /** Whether the quantity can be typed; it is sent anyway. */
  hasQuantity?: boolean
  variant?: ButtonVariant
  size?: ButtonSize
}

/**
 * Puts a tool into the basket, on a page of the shop: an island of a few lines, which the screens list. Without script it leads
 * to the page that orders this tool, with the same quantity and vehicle.
 */
export function AddForm(props: AddFormProps) {
  const { tool, vehicle, quantity = tool.minimumQuantity, hasQuantity = false, variant = 'quiet', size } = props
  const { locale } = useShop()
  if (stockStateOf(tool) !== 'in-stock') return null
  // Said where nobody sees a field that says it.
  const units = hasQuantity || quantity === 1 ? undefined : formatNumber(quantity, locale)
  return (
    <form action={`/purchase/${tool._id}`} data-island="add-to-basket" data-wakes-on="meant" className={styles.form}>
      {vehicle !== undefined && <input type="hidden" name="vehicle" value={vehicle} />}
      {hasQuantity ? (
        <input
          // A field of numbers would take `1.000` for one: what is typed is read as the shop's language has it.
          type="text"
          inputMode="numeric"
          autoComplete="off"
          name="quantity"
          defaultValue={quantity}
          data-least={tool.minimumQuantity}
          data-multiple={tool.multiple}
          required
          aria-label={catalogueTexts.quantity}
          className={styles.quantity}
        />
      ) : (
        <input type="hidden" name="quantity" value={quantity} />
      )}
      <Button
        type="submit"
        variant={variant}
        size={size}
        wide
        aria-label={catalogueTexts.addToBasketNamed(tool.name, units)}
      >
        {catalogueTexts.addUnitsToBasket(units)}
      </Button>
    </form>
  )
}
