import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/formats'
import type { AnswerOf } from '#kernel/endpoint'
import { overviewContract } from '#contracts/desk'
import { call } from '#ui/calls/call.ts'
import { Card } from '#ui/data/card.tsx'
import { Price, useMoney } from '#ui/data/price.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { BestCustomers, BestSellers } from './best.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'
import { RefusedMail } from './refused-mail.tsx'
import { SalesChart } from './sales-chart.tsx'
import { Todo } from './todo.tsx'

type Overview = AnswerOf<(typeof overviewContract)['getOverview']>

/** The first page of a day: what there is to do, and how the shop sells. */
export default function OverviewPage() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: () => call(overviewContract.getOverview, {}),
  })
  // Both at once: the list above would push down what is read already.
  const steps = useFirstSteps()
  const isLoading = (!data && !error) || steps.isLoading
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {isLoading && <Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
      {!isLoading && !data && error && (
        <ReadFailed title={texts.failed} error={error} isTrying={isFetching} onTry={() => void refetch()} />
      )}
      {data && !isLoading && (
        <div className={styles.parts}>
          {steps.data && <FirstSteps steps={steps.data} />}
          <Todo todo={data.todo} />
          <RefusedMail />
          <SalesSums overview={data} />
          <SalesChart title={texts.perDay} head={texts.day} rows={data.days} currency={data.currency} />
          <SalesChart title={texts.perMonth} head={texts.month} rows={data.months} currency={data.currency} />
          <div className={styles.best}>
            <BestSellers rows={data.bestSellers} />
            <BestCustomers rows={data.bestCustomers} currency={data.currency} />
          </div>
        </div>
      )}
    </>
  )
}

/** What came in today, in 30 days and in 12 months. */
function SalesSums({ overview: { days, months, currency } }: { overview: Overview }) {
  return (
    <section>
      <h2 className={styles.head}>{texts.sales}</h2>
      <p className={styles.small}>{texts.revenueIs}</p>
      <div className={styles.tiles}>
        <SalesSum label={texts.today} rows={days.slice(-1)} currency={currency} />
        <SalesSum label={texts.last30} rows={days} currency={currency} />
        <SalesSum label={texts.lastMonths} rows={months} currency={currency} />
      </div>
    </section>
  )
}

function SalesSum({ label, rows, currency }: { label: string; rows: Overview['days']; currency: string }) {
  const money = useMoney()
  const { locale } = useShop()
  const sum = (of: 'orders' | 'revenue' | 'refunded') => rows.reduce((total, row) => total + row[of], 0)
  const orders = sum('orders')
  return (
    <Card className={styles.tile}>
      <span className={styles.label}>{label}</span>
      <Price amount={roundedSum(sum('revenue'))} currency={currency} size="large" />
      <span className={styles.small}>
        {texts.orders(orders, formatNumber(orders, locale))}
        {sum('refunded') !== 0 && `, ${texts.back(money(roundedSum(sum('refunded')), currency))}`}
      </span>
    </Card>
  )
}

/** A sum of decimals, without the tail that binary fractions leave. No currency has more than four decimals. */
const roundedSum = (sum: number) => Math.round(sum * 10_000) / 10_000
