import type { Basket } from '#contracts/ordering'
import { methodInWords } from '#rules/ordering'
import { deliveryTexts, ordersTexts } from '#texts/ordering'
import { Price } from '#ui/data/price.tsx'
import page from './checkout-page.module.css'
import styles from './choices.module.css'

type DeliveryChoiceProps = {
  basket: Pick<Basket, 'delivery' | 'totals'>
  choice: string
  onChoose: (method: string) => void
}

/** How it comes: the methods that do for what is ordered, and for where it goes. */
export function DeliveryChoice(props: DeliveryChoiceProps) {
  return (
    <section className={page.part}>
      <h2>{deliveryTexts.method}</h2>
      <p className={page.reason} aria-live="polite">
        {props.basket.delivery.problem}
      </p>
      <Methods {...props} isNamed />
    </section>
  )
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
