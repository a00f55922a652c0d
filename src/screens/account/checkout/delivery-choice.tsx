import type { Basket } from '#contracts/ordering'
import { methodInWords } from '#rules/ordering'
import { deliveryTexts, ordersTexts } from '#texts/ordering'
import { Price } from '#ui/data/price.tsx'
import styles from './checkout-page.module.css'

type DeliveryChoiceProps = {
  basket: Pick<Basket, 'delivery' | 'totals'>
  choice: string
  onChoose: (method: string) => void
}

/** How it comes: the methods that do for what is ordered, and for where it goes. */
export function DeliveryChoice({ basket: { delivery, totals }, choice, onChoose }: DeliveryChoiceProps) {
  return (
    <section className={styles.part}>
      <h2>{deliveryTexts.method}</h2>
      <p className={styles.reason} aria-live="polite">
        {delivery.problem}
      </p>
      <fieldset>
        <legend className="visually-hidden">{deliveryTexts.method}</legend>
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
    </section>
  )
}
