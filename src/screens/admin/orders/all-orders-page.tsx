import { may } from '#kernel/access'
import { formatNumber } from '#kernel/formats'
import { useAccount } from '#parts/accounts'
import { useSearchParams } from 'react-router'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { Price } from '#ui/data/price.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Column, Sort } from '#ui/data/table.tsx'
import { ordersAdminTexts as texts } from '#texts/ordering'
import type { AdminOrder } from '#contracts/ordering'
import { fulfilmentStates, paymentStates } from '#rules/ordering'
import styles from './all-orders-page.module.css'
import { FulfilmentBadge, PaymentBadge, orderFilterOf, useAllOrders } from '#parts/ordering'
import { SavedFilters } from './saved-filters.tsx'
import { readTypedFilter } from './typed-filter.ts'
import { PrintBar, tickColumn, useTicked } from './ticked-orders.tsx'

/** In the order in which an admin looks for them: what there is to do comes first. */
const choices = () => [
  {
    name: 'state',
    label: texts.goodsState,
    options: fulfilmentStates.map(value => ({ value, label: texts.filterStates[value] })),
  },
  {
    name: 'payment',
    label: texts.paymentState,
    options: paymentStates.map(value => ({ value, label: texts.filterStates[value] })),
  },
]

/** Every order of the shop, to search, filter and sort; each leads to its page. */
export default function AllOrdersPage() {
  const account = useAccount()
  const filters = useFilters(['from', 'to'])
  const [query, setQuery] = useSearchParams()
  const shop = useShop()
  const { currency } = shop
  const fields = [
    { name: 'from', label: texts.from, type: 'date' },
    { name: 'to', label: texts.to, type: 'date' },
    { name: 'least', label: texts.least(currency.toUpperCase()), type: 'amount' },
    { name: 'most', label: texts.most(currency.toUpperCase()), type: 'amount' },
  ] as const
  const { filter, wrong } = readTypedFilter(filters, shop)
  const list = useAllOrders(filter)
  const ticked = useTicked()
  const setSort = ({ key, descending }: Sort) => {
    const next = new URLSearchParams(query)
    next.set('sort', descending ? `-${key}` : key)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const clear = () => setQuery({}, { replace: true })
  const isFiltered = Object.keys(orderFilterOf(filters)).length > 0
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle
        lead={texts.lead}
        actions={
          may(account, 'shipping') && (
            <LinkButton to="/dashboard/allOrders/shipments">{texts.reportShipments}</LinkButton>
          )
        }
      >
        {texts.title}
      </PageTitle>
      <ListFilters searchLabel={texts.search} choices={choices()} fields={fields} keep={['sort']} />
      <FormProblem>{wrong}</FormProblem>
      <SavedFilters isFiltered={isFiltered} />
      <PagedTable
        list={list}
        waiting={<Placeholders count={8} className={styles.waiting} />}
        failed={texts.failed}
        empty={<Nothing isFiltered={isFiltered} onClear={clear} />}
        above={<PrintBar list={list} filter={filter} ticked={ticked} />}
        caption={texts.caption}
        columns={[tickColumn(ticked), ...columns()]}
        keyOf={order => order._id}
        sort={sortOf(filters['sort'])}
        onSort={setSort}
      />
    </>
  )
}

function sortOf(sort = '-placed'): Sort {
  return { key: sort.replace('-', ''), descending: sort.startsWith('-') }
}

const columns = (): readonly Column<AdminOrder>[] => [
  {
    head: texts.number,
    names: true,
    cell: order => (
      <Link to={`/dashboard/allOrders/${order._id}`} className={styles.number}>
        {order.number}
      </Link>
    ),
  },
  {
    head: texts.customer,
    cell: order => (
      <span className={styles.customer}>
        <strong>{order.company}</strong>
        <span>{order.name}</span>
      </span>
    ),
  },
  { head: texts.goods, cell: order => <Goods lines={order.lines} /> },
  {
    head: texts.total,
    numeric: true,
    sortKey: 'total',
    cell: order => <Price amount={order.price} currency={order.currency} />,
  },
  {
    head: texts.payment,
    cell: order => (
      <span className={styles.badges}>
        <PaymentBadge order={order} />
        <FulfilmentBadge order={order} />
      </span>
    ),
  },
  {
    head: texts.placed,
    sortKey: 'placed',
    cell: order => (
      <span className={styles.placed}>
        <DateTime value={order.placedAt} />
      </span>
    ),
  },
]

function Goods({ lines }: Pick<AdminOrder, 'lines'>) {
  const { locale } = useShop()
  const [first, ...others] = lines
  return (
    <span className={styles.customer}>
      {first && texts.goodsOf(formatNumber(first.quantity, locale), first.toolName)}
      {others.length > 0 && <span>{texts.andMore(others.length)}</span>}
    </span>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <Empty title={texts.noMatch} action={<Button onClick={onClear}>{texts.clear}</Button>}>
        <p>{texts.noMatchNext}</p>
      </Empty>
    )
  }
  return (
    <Empty title={texts.none} action={<LinkButton to="/shop">{texts.toShop}</LinkButton>}>
      <p>{texts.noneNext}</p>
    </Empty>
  )
}
