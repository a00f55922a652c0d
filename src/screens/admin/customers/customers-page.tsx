import { useSearchParams } from 'react-router'
import type { Customer } from '#contracts/desk'
import { customersContract } from '#contracts/desk'
import { formatNumber } from '#kernel/formats'
import { Button } from '#ui/controls/button.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { Price } from '#ui/data/price.tsx'
import type { Column, Sort } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './customers.module.css'
import { customersTexts as texts } from './customers.texts.ts'

const blockedChoice = () => ({
  name: 'blocked',
  label: texts.show,
  options: [{ value: 'yes', label: texts.onlyBlocked }],
})

/** Every account with what it bought, to search and sort; each leads to its page. */
export default function CustomersPage() {
  const { q, blocked, sort = '-since' } = useFilters()
  const [query, setQuery] = useSearchParams()
  const list = usePagedList(['customers'], customersContract.listCustomers, { q, blocked, sort })
  const { locale } = useShop()
  const setSort = ({ key, descending }: Sort) => {
    const next = new URLSearchParams(query)
    next.set('sort', descending ? `-${key}` : key)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ListFilters searchLabel={texts.search} choices={[blockedChoice()]} keep={['sort']} />
      <PagedTable
        list={list}
        waiting={<Placeholders count={8} className={styles.waiting} />}
        failed={texts.failed}
        empty={<Nothing isFiltered={Boolean(q ?? blocked)} onClear={() => setQuery({}, { replace: true })} />}
        caption={texts.caption}
        columns={columnsIn(locale)}
        keyOf={customer => customer._id}
        sort={{ key: sort.replace('-', ''), descending: sort.startsWith('-') }}
        onSort={setSort}
      />
    </>
  )
}

const columnsIn = (locale: string): readonly Column<Customer>[] => [
  {
    head: texts.customer,
    names: true,
    cell: customer => (
      <span className={styles.pair}>
        <Link to={`/dashboard/customers/${customer._id}`}>{customer.name}</Link>
        <span>{customer.email}</span>
        <Standing customer={customer} />
      </span>
    ),
  },
  { head: texts.company, cell: ({ company }) => <span className={styles.text}>{company ?? '–'}</span> },
  { head: texts.orders, numeric: true, sortKey: 'orders', cell: ({ orders }) => formatNumber(orders, locale) },
  { head: texts.turnover, numeric: true, sortKey: 'turnover', cell: ({ turnover }) => <Price amount={turnover} /> },
  {
    head: texts.lastPaid,
    cell: ({ lastPaidAt }) => (
      <span className={styles.when}>{lastPaidAt ? <DateTime value={lastPaidAt} precision="day" /> : texts.never}</span>
    ),
  },
  {
    head: texts.since,
    sortKey: 'since',
    cell: ({ createdAt }) => (
      <span className={styles.when}>
        <DateTime value={createdAt} precision="day" />
      </span>
    ),
  },
]

/** What is out of the ordinary about an account; nothing for most. */
export function Standing({ customer: { blockedAt, isStaff, emailVerified } }: { customer: Customer }) {
  if (!blockedAt && !isStaff && emailVerified) return null
  return (
    <span className={styles.badges}>
      {blockedAt && <Badge tone="bad">{texts.blocked}</Badge>}
      {isStaff && <Badge tone="ink">{texts.staff}</Badge>}
      {!emailVerified && <Badge tone="maybe">{texts.unconfirmed}</Badge>}
    </span>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <Empty
      title={isFiltered ? texts.noMatch : texts.none}
      action={isFiltered && <Button onClick={onClear}>{texts.clear}</Button>}
    >
      <p>{isFiltered ? texts.noMatchNext : texts.noneNext}</p>
    </Empty>
  )
}
