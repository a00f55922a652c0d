import { useState } from 'react'
import { decimalsOf } from '#kernel/money'
import { TextField } from '#ui/controls/field.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { FacetValue } from '../../finder.contract.ts'
import { searchTexts } from '../../search/search.texts.ts'
import { Count } from './choices.tsx'
import styles from './filters.module.css'
import { type ShopAddress, readSpan, shopPath } from '../shop-address.ts'

type PriceFilterProps = {
  address: ShopAddress
  values: readonly FacetValue[]
  onApply: (change: Partial<ShopAddress>) => void
}

/** A span of prices: typed, or one of those that the list has. */
export function PriceFilter({ address, values, onApply }: PriceFilterProps) {
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
                <Count of={count} />
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

/** Followed when somebody leaves the field or presses Enter: not while they type. What is no amount is told in place. */
function Amount({ name, label, known, onApply }: AmountProps) {
  const decimals = decimalsOf(useShop().currency)
  const pattern = decimals > 0 ? `\\d{1,12}(\\.\\d{1,${decimals}})?` : '\\d{1,12}'
  const hint = searchTexts.amountHint(exampleAmount.toFixed(decimals))
  const [typed, setTyped] = useState({ text: known, over: known })
  const [isWrong, setWrong] = useState(false)
  // Another address fills it anew.
  if (typed.over !== known) {
    setTyped({ text: known, over: known })
    setWrong(false)
  }
  const { text } = typed
  const follow = () => {
    const amount = text.trim()
    const isAmount = amount === '' || new RegExp(`^${pattern}$`).test(amount)
    setWrong(!isAmount)
    if (isAmount && amount !== known) onApply({ [name]: amount })
  }
  return (
    <TextField
      name={name}
      label={label}
      value={text}
      error={isWrong ? hint : undefined}
      inputMode="decimal"
      autoComplete="off"
      // For the browser, where the form is sent without script.
      pattern={pattern}
      title={hint}
      className={styles.amount}
      onChange={event => {
        setTyped({ text: event.target.value, over: known })
        setWrong(false)
      }}
      onBlur={follow}
      onKeyDown={event => {
        if (event.key === 'Enter') follow()
      }}
    />
  )
}

const exampleAmount = 177.24
