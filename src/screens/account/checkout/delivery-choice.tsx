import { deliveryTexts } from '#texts/ordering'
import styles from './checkout-page.module.css'
import { type DeliveryChoiceProps, Methods } from './methods.tsx'

/** How it comes: the methods that do for what is ordered, and for where it goes. */
export function DeliveryChoice(props: DeliveryChoiceProps) {
  return (
    <section className={styles.part}>
      <h2>{deliveryTexts.method}</h2>
      <p className={styles.reason} aria-live="polite">
        {props.basket.delivery.problem}
      </p>
      <Methods {...props} isNamed />
    </section>
  )
}
