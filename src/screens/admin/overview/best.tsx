import type { AnswerOf } from '#kernel/endpoint'
import { formatNumber } from '#kernel/formats'
import type { overviewContract } from '#contracts/desk'
import { Price } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

type Overview = AnswerOf<(typeof overviewContract)['getOverview']>
type Seller = Overview['bestSellers'][number]
type Customer = Overview['bestCustomers'][number]

export function BestSellers({ rows }: { rows: readonly Seller[] }) {
  const { locale } = useShop()
  return (
    <section>
      <h2 className={styles.head}>{texts.bestSellers}</h2>
      <p className={styles.small}>{texts.bestSellersLead}</p>
      {rows.length === 0 ? (
        <p>{texts.noBest}</p>
      ) : (
        <Table
          caption={texts.bestSellers}
          captionHidden
          columns={sellerColumns(locale)}
          rows={rows}
          keyOf={row => row.tools_id}
        />
      )}
    </section>
  )
}

const sellerColumns = (locale: string): Column<Seller>[] => [
  {
    head: texts.tool,
    names: true,
    cell: ({ tools_id, name }) => <Link to={`/shop/${tools_id}`}>{name}</Link>,
  },
  { head: texts.units, numeric: true, cell: ({ units }) => formatNumber(units, locale) },
]

export function BestCustomers({ rows, currency }: { rows: readonly Customer[]; currency: string }) {
  const { locale } = useShop()
  return (
    <section>
      <h2 className={styles.head}>{texts.bestCustomers}</h2>
      <p className={styles.small}>{texts.bestCustomersLead}</p>
      {rows.length === 0 ? (
        <p>{texts.noBest}</p>
      ) : (
        <Table
          caption={texts.bestCustomers}
          captionHidden
          columns={customerColumns(locale, currency)}
          rows={rows}
          keyOf={row => row.accountId}
        />
      )}
    </section>
  )
}

const customerColumns = (locale: string, currency: string): Column<Customer>[] => [
  {
    head: texts.customer,
    names: true,
    cell: ({ name, email }) => (
      <>
        {name} <span className={styles.below}>{email}</span>
      </>
    ),
  },
  { head: texts.ordersHead, numeric: true, cell: ({ orders }) => formatNumber(orders, locale) },
  { head: texts.revenue, numeric: true, cell: ({ amount }) => <Price amount={amount} currency={currency} /> },
]
