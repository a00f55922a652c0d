import { dateFormat, formatNumber } from '#kernel/formats'
import type { Sales } from '#contracts/desk'
import { Price, useMoney } from '#ui/data/price.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { useShop } from '#ui/shop.tsx'
import { Bars } from './bars.tsx'
import styles from './overview.module.css'
import { overviewTexts as texts } from './overview.texts.ts'

type SalesChartProps = { title: string; head: string; rows: readonly Sales[]; currency: string }

/** Revenue as bars, and the same as a table for whoever reads or hears it. */
export function SalesChart({ title, head, rows, currency }: SalesChartProps) {
  const money = useMoney()
  const { locale } = useShop()
  const say = usePeriod()
  const total = Math.round(rows.reduce((sum, { revenue }) => sum + revenue, 0) * 10_000) / 10_000
  return (
    <section>
      <h2 className={styles.head}>{title}</h2>
      {rows.every(({ received, refunded }) => received === 0 && refunded === 0) ? (
        <p>{texts.noSales}</p>
      ) : (
        <Bars
          label={texts.chart(title, money(total, currency))}
          names={rows.map(({ period }) => say(period, 'short'))}
          values={rows.map(({ revenue }) => revenue)}
          locale={locale}
        />
      )}
      <details>
        <summary>{texts.asTable}</summary>
        <Table
          caption={title}
          captionHidden
          columns={columnsFor(head, { say, currency, locale })}
          rows={rows.toReversed()}
          keyOf={row => row.period}
        />
      </details>
    </section>
  )
}

type Writing = { say: (period: string) => string; currency: string; locale: string }

function columnsFor(head: string, { say, currency, locale }: Writing): Column<Sales>[] {
  return [
    { head, names: true, cell: ({ period }) => say(period) },
    { head: texts.ordersHead, numeric: true, cell: ({ orders }) => formatNumber(orders, locale) },
    { head: texts.received, numeric: true, cell: ({ received }) => <Price amount={received} currency={currency} /> },
    { head: texts.refunded, numeric: true, cell: ({ refunded }) => <Price amount={refunded} currency={currency} /> },
    { head: texts.revenue, numeric: true, cell: ({ revenue }) => <Price amount={revenue} currency={currency} /> },
  ]
}

const dayFormats = {
  short: { month: 'short', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
} as const
const monthFormats = { short: { month: 'short' }, long: { year: 'numeric', month: 'long' } } as const

/** How to write `2026-11-24` or `2026-11`: a day of the calendar, in no time zone. */
function usePeriod(): (period: string, length?: 'short' | 'long') => string {
  const { locale } = useShop()
  return (period, length = 'long') => {
    const isDay = period.length > 7
    const format = dateFormat(locale, { timeZone: 'UTC', ...(isDay ? dayFormats : monthFormats)[length] })
    return format.format(Date.parse(isDay ? period : `${period}-01`))
  }
}
