import { type FocusEvent, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { decimalsOf } from '#kernel/money'
import { useMoney } from '#ui/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { FacetValue } from '../finder.contract.ts'
import { countInWords } from '../finder.rules.ts'
import { searchTexts } from '../finder.search.texts.ts'
import styles from './filters.module.css'
import { type ShopAddress, readSpan, shopPath } from './shop-address.ts'

type PriceFilterProps = {
  address: ShopAddress
  values: readonly FacetValue[]
  onApply: (change: Partial<ShopAddress>) => void
}

/** A span of prices: typed, or one of those that the list has. */
export function PriceFilter({ address, values, onApply }: PriceFilterProps) {
  const { locale } = useShop()
  const money = useMoney()
  // From nothing is no limit.
  const written = (amount: string) => (Number(amount) > 0 ? money(Number(amount)) : '')
  const { minPrice, maxPrice } = address
  const spans = values.flatMap(value => {
    const span = readSpan(value.value)
    return span ? [{ ...value, span }] : []
  })
  return (
    <fieldset className={styles.group}>
      <legend>{searchTexts.price}</legend>
      <div className={styles.prices}>
        <Amount name="minPrice" label={searchTexts.leastPrice} known={minPrice} onApply={onApply} />
        <Amount name="maxPrice" label={searchTexts.mostPrice} known={maxPrice} onApply={onApply} />
      </div>
      <ul role="list">
        {spans.map(({ value, count, span }) => {
          const isChosen = span.minPrice === minPrice && span.maxPrice === maxPrice
          return (
            <li key={value}>
              <Link
                to={shopPath(address, isChosen ? { minPrice: '', maxPrice: '' } : span)}
                preventScrollReset
                className={styles.category}
                aria-current={isChosen || undefined}
              >
                <span>{searchTexts.priceSpan(written(span.minPrice), written(span.maxPrice))}</span>
                <span className={styles.count}>{countInWords(count, locale)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type AmountProps = {
  name: 'minPrice' | 'maxPrice'
  label: string
  known: string
  onApply: (change: Partial<ShopAddress>) => void
}

/** Followed when somebody leaves the field or presses Enter: not while they type. */
function Amount({ name, label, known, onApply }: AmountProps) {
  const decimals = decimalsOf(useShop().currency)
  const follow = ({ currentTarget }: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const typed = currentTarget.value.trim()
    if (typed !== known && currentTarget.reportValidity()) onApply({ [name]: typed })
  }
  return (
    <label className={styles.amount}>
      <span>{label}</span>
      <input
        // Another address fills it anew.
        key={known}
        name={name}
        defaultValue={known}
        inputMode="decimal"
        autoComplete="off"
        pattern={decimals > 0 ? `\\d{1,12}(\\.\\d{1,${decimals}})?` : '\\d{1,12}'}
        title={searchTexts.amountHint}
        onBlur={follow}
        onKeyDown={event => {
          if (event.key === 'Enter') follow(event)
        }}
      />
    </label>
  )
}
