import { writtenNumber } from '#kernel/written'
import { plainNumber } from '#kernel/typed-field'
import { writeShort } from '#kernel/typed-number'
import { TextField } from '#ui/controls/field.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { FacetValue } from '../../filters/facets.contract.ts'
import { searchTexts } from '../../search/search.texts.ts'
import { Count } from './choices.tsx'
import styles from './filters.module.css'
import { type ShopAddress, readSpan, shopPath } from '../shop-address.ts'
import { priceField } from '../typed-address.ts'

/** What an address says of prices, whether that is an amount or not. */
export type TypedPrices = { minPrice: string; maxPrice: string }

type PriceFilterProps = {
  address: ShopAddress
  typed: TypedPrices
  values: readonly FacetValue[]
}

/** A span of prices: typed, or one of those that the list has. */
export function PriceFilter({ address, typed, values }: PriceFilterProps) {
  const money = useMoney()
  const field = priceField(useShop())
  // From nothing is no limit.
  const written = (amount: string) => (writtenNumber(amount) > 0 ? money(writtenNumber(amount)) : '')
  const { minPrice, maxPrice } = address
  const spans = values.flatMap(value => {
    const span = readSpan(value.value)
    return span ? [{ ...value, span }] : []
  })
  return (
    <fieldset id="price-filter" tabIndex={-1} className={styles.group}>
      <legend data-standard={searchTexts.standardPrice}>{searchTexts.price}</legend>
      <div className={styles.prices}>
        <Amount name="minPrice" label={searchTexts.leastPrice} typed={typed.minPrice} value={minPrice} />
        <Amount name="maxPrice" label={searchTexts.mostPrice} typed={typed.maxPrice} value={maxPrice} />
      </div>
      <ul role="list">
        {spans.map(({ value, count, span }) => {
          const bounds = {
            minPrice: span.minPrice && writeShort(span.minPrice, field),
            maxPrice: span.maxPrice && writeShort(span.maxPrice, field),
          }
          const isChosen = bounds.minPrice === minPrice && bounds.maxPrice === maxPrice
          return (
            <li key={value}>
              <Link
                to={shopPath(address, isChosen ? { minPrice: '', maxPrice: '' } : bounds)}
                stay
                className={styles.category}
                aria-current={isChosen || undefined}
              >
                <span>{searchTexts.priceSpan(written(span.minPrice), written(span.maxPrice))}</span>
                <Count of={count} />
              </Link>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type AmountProps = { name: 'minPrice' | 'maxPrice'; label: string; typed: string; value: string }

/** What is no amount is told in place, and stays there to be put right. */
function Amount({ name, label, typed, value }: AmountProps) {
  const read = plainNumber(typed, priceField(useShop()), '')
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={value || typed}
      error={value === '' && 'message' in read ? read.message || undefined : undefined}
      inputMode="decimal"
      className={styles.amount}
    />
  )
}
