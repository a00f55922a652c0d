import type { Basket } from '#contracts/ordering'
import { methodInWords } from '#rules/ordering'
import { deliveryTexts, ordersTexts } from '#texts/ordering'
import { Price } from '#ui/data/price.tsx'
import styles from './choices.module.css'

export type DeliveryChoiceProps = {
  basket: Pick<Basket, 'delivery' | 'totals'>
  choice: string
  onChoose: (method: string) => void
}

/** The methods alone. `isNamed`: a heading names them already. */
export function Methods({
  basket: { delivery, totals },
  choice,
  onChoose,
  isNamed = false,
}: DeliveryChoiceProps & { isNamed?: boolean }) {
  return (
    <fieldset className={styles.group}>
      <legend className={isNamed ? 'visually-hidden' : styles.name}>{deliveryTexts.method}</legend>
      <div className={styles.choices}>
        {delivery.methods.map(method => (
          <label key={method.key} className={styles.choice}>
            <input
              type="radio"
              name="deliveryMethod"
              value={method.key}
              checked={method.key === choice}
              onChange={() => onChoose(method.key)}
            />
            <span>{methodInWords(method)}</span>
            {method.price === 0 ? ordersTexts.free : <Price amount={method.price} currency={totals.currency} />}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
