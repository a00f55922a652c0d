import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import { parentPath } from '#rules/catalogue'
import type { FacetValue } from '../../filters/facets.contract.ts'
import type { SearchAnswer } from '../../search/search.contract.ts'
import { searchTexts } from '../../search/search.texts.ts'
import { AttributeFilters } from './attribute-filters.tsx'
import { Choices, Count, More, Value, split } from './choices.tsx'
import styles from './filters.module.css'
import { PriceFilter } from './price-filter.tsx'
import type { Typed } from './shop-data.ts'
import {
  type ShopAddress,
  chosenFilters,
  entriesOf,
  inCategory,
  inNoCategory,
  inOtherCategory,
  shopPath,
  withoutFilters,
} from '../shop-address.ts'

type CategoryValue = SearchAnswer['facets']['category'][number]

type FiltersProps = {
  address: ShopAddress
  /** What was typed into the fields of numbers, number or not. */
  typed: Typed
  facets: SearchAnswer['facets']
  total: string
  /** Without a vehicle nothing fits, so there is no filter for it. */
  hasVehicle: boolean
}

const sheetId = 'filters'

/**
 * The filters of a list, each value with what it would leave. A form; with script each change is followed at once
 * (`#ui/islands/apply.ts`). A column beside the list; on narrow screens a sheet, which opens without script too.
 */
export function Filters({ address, typed, facets, total, hasVehicle }: FiltersProps) {
  const { pricesAfterSignIn } = useShop()
  const hidden = entriesOf({
    ...address,
    ...withoutFilters,
    path: address.path,
    category: address.category,
    after: '',
  })
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
          <Icon name="x" size={22} />
        </button>
      </div>
      <CategoryFilter address={address} values={facets.category} />
      <form
        method="get"
        action={address.path}
        className={styles.form}
        aria-label={searchTexts.filters}
        // The browser would tick again what the page has not.
        autoComplete="off"
        data-island="apply"
        data-wakes-on="meant"
      >
        {hidden.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        {hasVehicle && (
          <Choices
            name="fit"
            title={searchTexts.fit}
            values={facets.fit.map(facet => ({
              ...facet,
              label: searchTexts.fitValue.get(facet.value) ?? facet.label,
            }))}
            chosen={address.fit}
          />
        )}
        {(facets.position.length > 0 || address.position.length > 0) && (
          <Choices
            name="position"
            title={searchTexts.position}
            values={facets.position.map(facet => ({
              ...facet,
              label: searchTexts.positionValue.get(facet.value) ?? facet.label,
            }))}
            chosen={address.position}
          />
        )}
        <Choices name="brand" title={searchTexts.brand} values={facets.brand} chosen={address.brand} />
        {!pricesAfterSignIn && <PriceFilter address={address} typed={typed} values={facets.price} />}
        <AttributeFilters address={address} typed={typed.attributes} facets={facets.attributes} />
        <StockFilter address={address} values={facets.stock} />
        <RatingFilter address={address} values={facets.rating} />
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

/** Opens the sheet, where the filters are one. */
export function OpenFilters({ address }: { address: ShopAddress }) {
  const count = chosenFilters(address).length
  return (
    <button type="button" className={styles.open} popoverTarget={sheetId}>
      <Icon name="sliders-horizontal" size={18} />
      {count > 0 ? searchTexts.filterCount(count) : searchTexts.filters}
    </button>
  )
}

/**
 * Categories are links: each has an address that can be kept, and that search engines follow. Of the tree it shows the way to
 * the chosen one, those beside it, and below it those that it has.
 */
function CategoryFilter({ address, values }: { address: ShopAddress; values: readonly CategoryValue[] }) {
  if (values.length === 0 && address.category.length === 0) return null
  const isChosen = (value: string) => address.category.includes(value)
  const chosen = values.find(({ value }) => isChosen(value))
  const level = chosen ? parentPath(chosen.path) : ''
  const above = values.filter(({ path }) => `${level}/`.startsWith(`${path}/`))
  const inLevel = (path: string) => values.filter(value => parentPath(value.path) === path)
  // What is chosen of attributes holds below, where they are inherited.
  const isBelow = (path: string) => chosen !== undefined && path.startsWith(`${chosen.path}/`)
  const to = (path: string) => (isBelow(path) ? inCategory(path) : inOtherCategory(path))
  const link = ({ value, label, path, count }: CategoryValue, way: Partial<ShopAddress> = to(path)) => (
    <Link to={shopPath(address, way)} stay className={styles.category} aria-current={isChosen(value) || undefined}>
      <span>{label}</span>
      <Count of={count} />
    </Link>
  )
  const list = (values: readonly CategoryValue[]) => {
    const [first, rest] = split(values, isChosen)
    const item = (value: CategoryValue) => (
      <li key={value.path}>
        {link(value, isChosen(value.value) ? (level ? inOtherCategory(level) : inNoCategory) : undefined)}
        {value === chosen && list(inLevel(value.path))}
      </li>
    )
    return (
      <>
        {first.length > 0 && <ul role="list">{first.map(item)}</ul>}
        <More count={rest.length}>
          <ul role="list">{rest.map(item)}</ul>
        </More>
      </>
    )
  }
  return (
    <nav id="category-filter" tabIndex={-1} aria-label={searchTexts.category} className={styles.group}>
      <h3>{searchTexts.category}</h3>
      {address.category.length > 0 && (
        <ul role="list">
          <li>
            <Link to={shopPath(address, inNoCategory)} stay className={styles.category}>
              {searchTexts.allCategories}
            </Link>
          </li>
          {above
            .toSorted((one, other) => one.path.length - other.path.length)
            .map(value => (
              <li key={value.path}>{link(value)}</li>
            ))}
        </ul>
      )}
      {list(inLevel(level))}
    </nav>
  )
}

type OneProps = {
  address: ShopAddress
  values: readonly FacetValue[]
}

function StockFilter({ address, values }: OneProps) {
  const count = values.find(({ value }) => value === 'true')?.count
  return (
    <fieldset className={styles.group}>
      <legend>{searchTexts.stock}</legend>
      <Value
        type="checkbox"
        name="inStock"
        facet={{ value: 'true', label: searchTexts.inStock, ...(count !== undefined && { count }) }}
        isChosen={address.inStock}
      />
    </fieldset>
  )
}

function RatingFilter({ address, values }: OneProps) {
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
        />
      ))}
    </fieldset>
  )
}
