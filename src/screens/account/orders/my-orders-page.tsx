import { type ReactNode, useRef } from 'react'
import { Navigate } from 'react-router'
import { formatTotal } from '#kernel/formats'
import { useAccount } from '#parts/accounts'
import { LinkButton } from '#ui/controls/button.tsx'
import { ListFilters, useFilters } from '#ui/controls/list-filters.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import type { PagedList } from '#ui/feedback/paged-list.ts'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import type { Order } from '#contracts/ordering'
import { ordersTexts } from '#texts/ordering'
import styles from './my-orders-page.module.css'
import { OrderCard, useOrders } from '#parts/ordering'
import { ordersForItself } from '../dashboard/menu.ts'
import { OrderCards } from './order-cards.tsx'
import { OrdersFile } from './orders-file.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'

/** What the account has ordered: to pay, to delete, to look up. Staff find theirs under All Orders. */
export default function MyOrdersPage() {
  return ordersForItself(useAccount()) ? <MyOrders /> : <Navigate to="/dashboard" replace />
}

const fields = () =>
  [
    { name: 'from', label: ordersTexts.from, type: 'date' },
    { name: 'to', label: ordersTexts.to, type: 'date' },
  ] as const

function MyOrders() {
  const { locale } = useShop()
  const { q, from, to } = useFilters(['from', 'to'])
  const filter = { q, from, to }
  const isFiltered = Boolean(q ?? from ?? to)
  const current = useOrders({ ...filter, expired: 'no' })
  // They stand below: where the first read fails, the second would but fail again.
  const expired = useOrders(current.isPending || current.error ? undefined : { ...filter, expired: 'yes' })
  const hasNone = !isFiltered && [current, expired].every(list => !list.isPending && list.rows.length === 0)
  // When a card goes, so does the button that had the focus: reading goes on at the list.
  const list = useRef<HTMLDivElement>(null)
  return (
    <>
      <DocumentHead title={ordersTexts.myOrders} hiddenFromSearch />
      {/* Who has none is known late: the button's place stays, or all below would move. */}
      <PageTitle
        actions={
          <div className={hasNone ? styles.reserved : undefined}>
            <OrdersFile filter={filter} />
          </div>
        }
      >
        {ordersTexts.myOrders} {!current.isPending && !current.error && <Count of={formatTotal(current, locale)} />}
      </PageTitle>
      {/* There from the start, orders or not: nothing below it moves when they come. */}
      <div className={styles.filters}>
        <ListFilters searchLabel={ordersTexts.search} fields={fields()} />
      </div>
      <div ref={list} tabIndex={-1} className={styles.list}>
        <Listed list={current}>
          {current.rows.length === 0 && <Nothing isFiltered={isFiltered} />}
          <OrderCards orders={current.rows} level={2} onDeleted={() => list.current?.focus()} />
        </Listed>
        {expired.rows.length > 0 && (
          <section className={styles.expired}>
            <h2>{ordersTexts.expiredTitle}</h2>
            <p>{ordersTexts.expiredText}</p>
            <Listed list={expired}>
              <ul role="list" className={styles.cards}>
                {expired.rows.map(order => (
                  <OrderCard key={order._id} order={order} level={3} />
                ))}
              </ul>
            </Listed>
          </section>
        )}
      </div>
    </>
  )
}

/** A list on its way, not to be read, or with its cards; what more there is, on demand. */
function Listed({ list, children }: { list: PagedList<Order>; children: ReactNode }) {
  if (list.isPending) return <Placeholders count={3} className={styles.cards} each={styles.placeholder} />
  if (list.error) {
    return (
      <ReadFailed
        title={ordersTexts.ordersFailed}
        error={list.error}
        isTrying={list.isFetching}
        onTry={() => void list.reload()}
      />
    )
  }
  return (
    <div className={styles.listed} inert={list.isPrevious}>
      {children}
      {(list.hasMore || list.moreError) && <MoreRows list={list} />}
    </div>
  )
}

function Count({ of }: { of: string }) {
  return <span className={styles.count}>{of}</span>
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty
      title={isFiltered ? ordersTexts.noneFound : ordersTexts.noOrders}
      action={
        isFiltered ? (
          <LinkButton to="/dashboard/order">{ordersTexts.showAll}</LinkButton>
        ) : (
          <LinkButton to="/shop" variant="primary">
            {ordersTexts.findTools}
          </LinkButton>
        )
      }
    >
      <p>{isFiltered ? ordersTexts.noneFoundNext : ordersTexts.noOrdersNext}</p>
    </Empty>
  )
}
