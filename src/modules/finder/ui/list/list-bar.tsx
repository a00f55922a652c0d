import { writtenNumber } from '#kernel/written'
import { useId } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useMoney } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { SearchAnswer } from '../../search/search.contract.ts'
import { isByPrice, sortOrders } from '../../lists.rules.ts'
import { searchTexts } from '../../search/search.texts.ts'
import { attributeInWords } from './attribute-filters.tsx'
import { OpenFilters } from './filters.tsx'
import styles from './list-bar.module.css'
import {
  type ChosenFilter,
  type ShopAddress,
  chosenFilters,
  emptyAddress,
  entriesOf,
  shopPath,
  withoutFilters,
} from '../shop-address.ts'
import { plainIn, priceField } from '../typed-address.ts'

type ListBarProps = {
  address: ShopAddress
  total: string
  /** There is nothing to sort, to show as rows, or to narrow. */
  isEmpty: boolean
}

/** Above a list: how many, in which order, as cards or as rows. */
export function ListBar({ address, total, isEmpty }: ListBarProps) {
  return (
    <div className={styles.bar}>
      <p tabIndex={-1} role="status" className={styles.total} data-arrival>
        {total}
      </p>
      {(!isEmpty || chosenFilters(address).length > 0) && <OpenFilters address={address} />}
      {!isEmpty && (
        <>
          <Sort address={address} />
          <nav id="views" tabIndex={-1} aria-label={searchTexts.view} className={styles.views}>
            <View address={address} view="grid" />
            <View address={address} view="list" />
          </nav>
        </>
      )}
    </div>
  )
}

function Sort({ address }: Pick<ListBarProps, 'address'>) {
  const id = useId()
  const { pricesAfterSignIn } = useShop()
  const orders = pricesAfterSignIn ? sortOrders.filter(order => !isByPrice(order)) : sortOrders
  const hidden = entriesOf({ ...address, sort: undefined, after: '' })
  return (
    <form
      method="get"
      action={address.path}
      className={styles.sort}
      autoComplete="off"
      data-island="apply"
      data-wakes-on="meant"
    >
      {hidden.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id}>{searchTexts.sort}</label>
      <select id={id} name="sort" defaultValue={address.sort ?? ''}>
        {orders.map(order => (
          <option
            key={order}
            value={order === 'relevance' ? '' : order}
            data-standard={isByPrice(order) ? searchTexts.standardSorts[order] : undefined}
          >
            {searchTexts.sorts[order]}
          </option>
        ))}
      </select>
      <noscript>
        <Button type="submit" size="small">
          {searchTexts.apply}
        </Button>
      </noscript>
    </form>
  )
}

function View({ address, view }: { address: ShopAddress; view: 'grid' | 'list' }) {
  return (
    <Link
      to={shopPath(address, { view, after: address.after })}
      stay
      aria-label={searchTexts[view]}
      title={searchTexts[view]}
      aria-current={address.view === view || undefined}
    >
      <Icon name={view === 'grid' ? 'layout-grid' : 'rows-3'} size={18} />
    </Link>
  )
}

/** The filters in force, each with the way to take it off. */
export function ChosenFilters({ address, facets }: { address: ShopAddress; facets: SearchAnswer['facets'] }) {
  const labelOf = useFilterLabel(facets)
  const chosen = chosenFilters(address)
  if (chosen.length === 0) return null
  // The page of a category says so itself.
  const isOwn = ({ kind }: ChosenFilter) => kind === 'category' && address.path !== emptyAddress.path
  return (
    <ul role="list" aria-label={searchTexts.chosen} className={styles.chosen}>
      {chosen.map(filter => {
        const label = labelOf(filter)
        return (
          <li key={`${filter.kind} ${filter.value}`} data-own={isOwn(filter) || undefined}>
            <Link
              to={shopPath(address, filter.without)}
              stay
              className={styles.chip}
              aria-label={searchTexts.removeFilter(label)}
            >
              {label}
              <Icon name="x" size={16} />
            </Link>
          </li>
        )
      })}
      {chosen.length > 1 && (
        <li>
          <Link to={shopPath(address, withoutFilters)} stay className={styles.clear}>
            {searchTexts.clearAll}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** What a filter in force is called. */
export function useFilterLabel(facets: SearchAnswer['facets']): (filter: ChosenFilter) => string {
  const money = useMoney()
  const shop = useShop()
  return ({ kind, value }) => {
    if (kind === 'attribute') return attributeInWords(facets.attributes, value, shop.locale)
    if (kind === 'inStock') return searchTexts.inStock
    if (kind === 'rating') return searchTexts.atLeast(writtenNumber(value))
    if (kind === 'fit') return searchTexts.fitValue.get(value) ?? value
    if (kind === 'position') return searchTexts.positionValue.get(value) ?? value
    if (kind === 'price') {
      const [least = '', most = ''] = value
        .split('-')
        .map(amount => amount && money(writtenNumber(plainIn(amount, priceField(shop)))))
      return searchTexts.priceSpan(least, most)
    }
    return facets[kind].find(facet => facet.value === value)?.label ?? value
  }
}
