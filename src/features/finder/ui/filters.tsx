import X from 'lucide-react/icons/x'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { useShop } from '#ui/shop.tsx'
import type { FacetValue, SearchAnswer } from '../finder.contract.ts'
import { countInWords } from '../finder.rules.ts'
import { searchTexts } from '../finder.search.texts.ts'
import styles from './filters.module.css'
import { PriceFilter } from './price-filter.tsx'
import {
  type ShopAddress,
  chosenFilters,
  entriesOf,
  readShopAddress,
  shopPath,
  withoutFilters,
} from './shop-address.ts'

type FiltersProps = {
  /** With what is on its way already, so that two quick presses add up. */
  address: ShopAddress
  facets: SearchAnswer['facets']
  total: string
  /** Without a vehicle nothing fits, so there is no filter for it. */
  hasVehicle: boolean
  onApply: (change: Partial<ShopAddress>) => void
}

const sheetId = 'filters'

/** More values than these stand behind a press. */
const valuesShown = 8

/**
 * The filters of a list, each value with what it would leave. A form that works without script; with script each change
 * is followed at once. A column beside the list; on narrow screens a sheet, which opens without script too.
 */
export function Filters({ address, facets, total, hasVehicle, onApply: apply }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  useEarlyChoices(form, address, apply)
  const hidden = entriesOf({
    ...address,
    ...withoutFilters,
    category: address.category,
    after: '',
  })
  const toggle = (name: 'brand' | 'fit') => (value: string, isChosen: boolean) =>
    apply({ [name]: isChosen ? [...address[name], value] : address[name].filter(other => other !== value) })
  return (
    <section id={sheetId} popover="auto" aria-label={searchTexts.filters} className={styles.sheet}>
      <div className={styles.head}>
        <h2>{searchTexts.filters}</h2>
        <button
          type="button"
          className={styles.close}
          popoverTarget={sheetId}
          popoverTargetAction="hide"
          aria-label={searchTexts.closeFilters}
        >
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <CategoryFilter address={address} values={facets.category} />
      <form
        ref={form}
        method="get"
        action="/shop"
        className={styles.form}
        aria-label={searchTexts.filters}
        onSubmit={event => event.preventDefault()}
      >
        {hidden.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        {hasVehicle && (
          <Choices
            name="fit"
            title={searchTexts.fit}
            values={facets.fit.map(facet => ({ ...facet, label: searchTexts.fitValue[facet.value] ?? facet.label }))}
            chosen={address.fit}
            onToggle={toggle('fit')}
          />
        )}
        <Choices
          name="brand"
          title={searchTexts.brand}
          values={facets.brand}
          chosen={address.brand}
          onToggle={toggle('brand')}
        />
        <PriceFilter address={address} values={facets.price} onApply={apply} />
        <StockFilter address={address} values={facets.stock} onApply={apply} />
        <RatingFilter address={address} values={facets.rating} onApply={apply} />
        <noscript>
          <Button type="submit" variant="primary" wide>
            {searchTexts.apply}
          </Button>
        </noscript>
      </form>
      <p className={styles.end}>
        <button type="button" className={styles.done} popoverTarget={sheetId} popoverTargetAction="hide">
          {searchTexts.showTotal(total)}
        </button>
      </p>
    </section>
  )
}

/** Follows what was ticked before the script had arrived. */
function useEarlyChoices(
  form: { current: HTMLFormElement | null },
  address: ShopAddress,
  onApply: FiltersProps['onApply'],
): void {
  const first = useRef({ address, onApply })
  useEffect(() => {
    const { address, onApply } = first.current
    if (!form.current) return
    const ticked = new FormData(form.current)
    const { brand, fit, inStock } = readShopAddress(
      new URLSearchParams([...ticked].map(([name, value]) => [name, typeof value === 'string' ? value : ''])),
    )
    const isSame = [brand, fit, inStock].join() === [address.brand, address.fit, address.inStock].join()
    if (!isSame) onApply({ brand, fit, inStock })
  }, [form])
}

/** Opens the sheet, where the filters are one. */
export function OpenFilters({ address }: { address: ShopAddress }) {
  const count = chosenFilters(address).length
  return (
    <button type="button" className={styles.open} popoverTarget={sheetId}>
      <SlidersHorizontal size={18} aria-hidden="true" />
      {count > 0 ? searchTexts.filterCount(count) : searchTexts.filters}
    </button>
  )
}

/** Categories are links: each has an address that can be kept, and that search engines follow. */
function CategoryFilter({ address, values }: { address: ShopAddress; values: readonly FacetValue[] }) {
  const { locale } = useShop()
  const isChosen = (value: string) => address.category.includes(value)
  if (values.length === 0 && address.category.length === 0) return null
  const [first, rest] = split(values, isChosen)
  const linkTo = ({ value, label, count }: FacetValue) => (
    <li key={value}>
      <Link
        to={shopPath(address, { category: isChosen(value) ? [] : [value] })}
        preventScrollReset
        prefetch="intent"
        className={styles.category}
        aria-current={isChosen(value) || undefined}
      >
        <span>{label}</span>
        <span className={styles.count}>{countInWords(count, locale)}</span>
      </Link>
    </li>
  )
  return (
    <nav aria-label={searchTexts.category} className={styles.group}>
      <h3>{searchTexts.category}</h3>
      <ul role="list">
        {address.category.length > 0 && (
          <li>
            <Link to={shopPath(address, { category: [] })} preventScrollReset className={styles.category}>
              {searchTexts.allCategories}
            </Link>
          </li>
        )}
        {first.map(linkTo)}
      </ul>
      <More count={rest.length}>
        <ul role="list">{rest.map(linkTo)}</ul>
      </More>
    </nav>
  )
}

/** The first few, with all chosen ones among them, and the rest. */
function split(values: readonly FacetValue[], isChosen: (value: string) => boolean): [FacetValue[], FacetValue[]] {
  const isFirst = (value: FacetValue, at: number) => at < valuesShown || isChosen(value.value)
  return [values.filter(isFirst), values.filter((value, at) => !isFirst(value, at))]
}

function More({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <details className={styles.more}>
      <summary>{searchTexts.moreValues(count)}</summary>
      {children}
    </details>
  )
}

type ChoicesProps = {
  name: string
  title: string
  values: readonly FacetValue[]
  chosen: readonly string[]
  onToggle: (value: string, isChosen: boolean) => void
}

function Choices({ name, title, values, chosen, onToggle }: ChoicesProps) {
  // What is chosen stays in sight, even when nothing of it is left.
  const missing = chosen.filter(value => !values.some(known => known.value === value))
  const all = [...values, ...missing.map(value => ({ value, label: value, count: 0 }))]
  if (all.length === 0) return null
  const [first, rest] = split(all, value => chosen.includes(value))
  const box = (value: FacetValue) => (
    <Value
      key={value.value}
      type="checkbox"
      name={name}
      facet={value}
      isChosen={chosen.includes(value.value)}
      onChange={isChosen => onToggle(value.value, isChosen)}
    />
  )
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {first.map(box)}
      <More count={rest.length}>{rest.map(box)}</More>
    </fieldset>
  )
}

type ValueProps = {
  type: 'checkbox' | 'radio'
  name: string
  facet: Omit<FacetValue, 'count'> & { count?: number }
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function Value({ type, name, facet: { value, label, count }, isChosen, onChange }: ValueProps) {
  const { locale } = useShop()
  return (
    <label className={styles.value}>
      <input
        type={type}
        name={name}
        value={value}
        checked={isChosen}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
      {count !== undefined && <span className={styles.count}>{countInWords(count, locale)}</span>}
    </label>
  )
}

type OneProps = {
  address: ShopAddress
  values: readonly FacetValue[]
  onApply: (change: Partial<ShopAddress>) => void
}

function StockFilter({ address, values, onApply }: OneProps) {
  const count = values.find(({ value }) => value === 'true')?.count
  return (
    <fieldset className={styles.group}>
      <legend>{searchTexts.stock}</legend>
      <Value
        type="checkbox"
        name="inStock"
        facet={{ value: 'true', label: searchTexts.inStock, ...(count !== undefined && { count }) }}
        isChosen={address.inStock}
        onChange={inStock => onApply({ inStock })}
      />
    </fieldset>
  )
}

function RatingFilter({ address, values, onApply }: OneProps) {
  const stars = [4, 3, 2, 1].flatMap(least => {
    const facet = values.find(({ value }) => value === String(least))
    return facet || address.rating === least
      ? [{ value: String(least), label: searchTexts.atLeast(least), ...(facet && { count: facet.count }) }]
      : []
  })
  if (stars.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{searchTexts.rating}</legend>
      {[{ value: '', label: searchTexts.anyRating }, ...stars].map(facet => (
        <Value
          key={facet.value}
          type="radio"
          name="rating"
          facet={facet}
          isChosen={(address.rating?.toString() ?? '') === facet.value}
          onChange={() => onApply({ rating: facet.value ? Number(facet.value) : undefined })}
        />
      ))}
    </fieldset>
  )
}
