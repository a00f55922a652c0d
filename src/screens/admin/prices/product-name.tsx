import { joined } from '#kernel/sentence'
import type { PriceEntry } from '#contracts/pricing'
import styles from './prices.module.css'

type Named = Pick<PriceEntry['tool'], 'name' | 'brand' | 'partNumber'>

/** A product of a list, as its maker tells it from others. */
export function ProductName({ tool: { name, brand, partNumber } }: { tool: Named }) {
  return (
    <span className={styles.pair}>
      {name}
      <span>{joined([brand, partNumber], ' ')}</span>
    </span>
  )
}
