import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type CustomerPage as Whole, customersContract } from '#contracts/desk'
import { may } from '#kernel/access'
import { formatNumber } from '#kernel/formats'
import { useAccount } from '#parts/accounts'
import { PaymentBadge } from '#parts/ordering'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { Price } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { CustomerNotes } from './customer-notes.tsx'
import { Standing } from './customers-page.tsx'
import styles from './customers.module.css'
import { customersTexts as texts } from './customers.texts.ts'

const listPath = '/dashboard/customers'

/** One customer, as staff see them. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['customer', id],
    queryFn: () => call(customersContract.getCustomer, { params: { id } }),
  })
  if (!data && error instanceof CallFailed && [400, 404].includes(error.status)) return <Gone />
  const name = data?.name ?? texts.customer
  return (
    <>
      <DocumentHead title={name} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: listPath }, { label: name }]} />
      <PageTitle lead={data && <Standing customer={data} />}>
        <span className={styles.text}>{name}</span>
      </PageTitle>
      {!data && error && (
        <ReadFailed title={texts.oneFailed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {!data && !error && <Placeholders count={4} className={styles.waiting} each={styles.block} />}
      {data && (
        <div className={styles.parts}>
          <Facts customer={data} />
          <Orders customer={data} />
          <Addresses customer={data} />
          <CustomerNotes key={id} customerId={id} />
        </div>
      )}
    </>
  )
}

function Gone() {
  return (
    <>
      <DocumentHead title={texts.gone} hiddenFromSearch />
      <Empty
        title={texts.gone}
        action={
          <LinkButton to={listPath} variant="primary">
            {texts.toList}
          </LinkButton>
        }
      >
        <p>{texts.goneNext}</p>
      </Empty>
    </>
  )
}

function Facts({ customer }: { customer: Whole }) {
  const { locale } = useShop()
  const [isOpen, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { blockedAt, isStaff } = customer
  return (
    <Card as="section" className={styles.part}>
      <Heading ref={heading}>{texts.facts}</Heading>
      <dl className={styles.facts}>
        <Fact name={texts.turnover}>
          <Price amount={customer.turnover} /> <span className={styles.soft}>{texts.turnoverHint}</span>
        </Fact>
        <Fact name={texts.orders}>{formatNumber(customer.orders, locale)}</Fact>
        <Fact name={texts.lastPaid}>
          {customer.lastPaidAt ? <DateTime value={customer.lastPaidAt} precision="day" /> : texts.never}
        </Fact>
        <Fact name={texts.email}>
          <a href={`mailto:${customer.email}`}>{customer.email}</a>
        </Fact>
        {customer.phone && <Fact name={texts.phone}>{customer.phone}</Fact>}
        {customer.company && <Fact name={texts.company}>{customer.company}</Fact>}
        <Fact name={texts.since}>
          <DateTime value={customer.createdAt} precision="day" />
        </Fact>
        {blockedAt && (
          <Fact name={texts.blockedSince}>
            <DateTime value={blockedAt} />
          </Fact>
        )}
      </dl>
      {(blockedAt ?? !isStaff) && (
        <div>
          <Button variant={blockedAt ? 'plain' : 'danger'} onClick={() => setOpen(true)}>
            {blockedAt ? texts.unblock : texts.block}
          </Button>
        </div>
      )}
      <BlockDialog
        customer={customer}
        open={isOpen}
        onClose={() => setOpen(false)}
        onDone={() => heading.current?.focus({ preventScroll: true })}
      />
    </Card>
  )
}

function Heading({ ref, children }: { ref?: Ref<HTMLHeadingElement>; children: string }) {
  return (
    <h2 ref={ref} tabIndex={-1}>
      {children}
    </h2>
  )
}

type OrderRow = Whole['lastOrders'][number]

function Orders({ customer: { email, lastOrders } }: { customer: Whole }) {
  const seesOrders = may(useAccount(), 'orders')
  return (
    <Card as="section" className={styles.part}>
      <Heading>{texts.lastOrders}</Heading>
      {lastOrders.length === 0 && <p>{texts.noOrders}</p>}
      {lastOrders.length > 0 && (
        <Table
          caption={texts.ordersCaption}
          captionHidden
          columns={orderColumns(seesOrders)}
          rows={lastOrders}
          keyOf={order => order._id}
        />
      )}
      {seesOrders && lastOrders.length > 0 && (
        <p>
          <Link to={`/dashboard/allOrders?q=${encodeURIComponent(email)}`}>{texts.allTheirs}</Link>
        </p>
      )}
    </Card>
  )
}

const orderColumns = (seesOrders: boolean): readonly Column<OrderRow>[] => [
  {
    head: texts.number,
    names: true,
    cell: ({ _id, number }) => (seesOrders ? <Link to={`/dashboard/allOrders/${_id}`}>{number}</Link> : number),
  },
  { head: texts.placed, cell: ({ placedAt }) => <DateTime value={placedAt} precision="day" /> },
  { head: texts.payment, cell: order => <PaymentBadge order={order} /> },
  {
    head: texts.total,
    numeric: true,
    cell: ({ price, currency }) => <Price amount={price} currency={currency} />,
  },
]

function Addresses({ customer: { addresses } }: { customer: Whole }) {
  const { locale } = useShop()
  if (addresses.length === 0) return null
  return (
    <Card as="section" className={styles.part}>
      <Heading>{texts.addresses}</Heading>
      <ul role="list" className={styles.addresses}>
        {addresses.map(({ company, address, phone, orders, lastAt }) => (
          <li key={`${company} ${address} ${phone}`}>
            <strong>{company}</strong>
            <span>{address}</span>
            <span>{phone}</span>
            <span className={styles.soft}>
              {texts.usedFor(formatNumber(orders, locale))}, {texts.lastUsed}{' '}
              <DateTime value={lastAt} precision="day" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
