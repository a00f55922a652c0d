import { formatNumber } from '#kernel/formats'
import { Price, useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import { pricingTexts } from '../pricing.texts.ts'
import styles from './buyers-price.module.css'
import type { ShownOffer } from './offered.ts'

type BuyersPriceProps = { offered: ShownOffer; per: string }

/** What a buyer pays for one unit, the list price beside it where that is another one, and what more units cost. */
export function BuyersPrice({ offered, per }: BuyersPriceProps) {
  const { unitPrice, listPrice, tiers } = offered
  const money = useMoney()
  return (
    <div className={styles.price}>
      <p className={styles.amount}>
        <Price amount={unitPrice} size="large" /> <span>{per}</span>
      </p>
      {listPrice !== null && unitPrice !== listPrice && (
        <p className={styles.list}>{pricingTexts.listPrice(money(listPrice))}</p>
      )}
      {unitPrice !== null && tiers.length > 1 && <Ladder tiers={tiers} />}
    </div>
  )
}

function Ladder({ tiers }: Pick<ShownOffer, 'tiers'>) {
  const { locale } = useShop()
  return (
    <table className={styles.ladder}>
      <caption className="visually-hidden">{pricingTexts.ladder}</caption>
      <thead>
        <tr>
          <th scope="col">{pricingTexts.from}</th>
          <th scope="col">{pricingTexts.each}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ from, unitPrice }) => (
          <tr key={from}>
            <th scope="row">{formatNumber(from, locale)}</th>
            <td>
              <Price amount={unitPrice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
