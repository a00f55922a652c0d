import { joined } from '#kernel/sentence'
import { formatNumber, numberFormat } from '#kernel/formats'
import { useMemo, useState } from 'react'
import { type StockCount, type StockTake, stockContract } from '#contracts/stock'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { DateTime } from '#ui/data/date.tsx'
import type { Column } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useCounts, useRefreshTake } from './stock-queries.ts'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'

/** What was counted, the last first, or only where the shop believed otherwise. */
export function CountList({ take }: { take: StockTake }) {
  const [isOnly, setOnly] = useState(false)
  const list = useCounts(take._id, isOnly ? 'different' : undefined)
  const refresh = useRefreshTake()
  const columns = useColumns(take, async count => {
    try {
      await call(stockContract.removeCount, { params: { id: take._id, tool: count.tool._id } })
    } catch (error) {
      toastFailure(error)
    }
    await refresh(take._id)
  })
  return (
    <section className={styles.section}>
      <SectionTitle>{texts.countsTitle}</SectionTitle>
      <label className={styles.tick}>
        <input type="checkbox" checked={isOnly} onChange={event => setOnly(event.target.checked)} />
        {texts.onlyDifferent}
      </label>
      <PagedTable
        list={list}
        waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
        failed={texts.countsFailed}
        empty={
          <Empty title={isOnly ? texts.differentNone : texts.countsNone}>
            <p>{isOnly ? texts.differentNoneNext : texts.countsNoneNext}</p>
          </Empty>
        }
        caption={texts.countsTitle}
        columns={columns}
        keyOf={count => count.tool._id}
      />
    </section>
  )
}

const signed: Intl.NumberFormatOptions = { signDisplay: 'exceptZero' }
const tones: Record<NonNullable<StockCount['outcome']>, BadgeTone> = {
  same: 'neutral',
  booked: 'ok',
  held: 'bad',
  gone: 'bad',
}

function useColumns({ state }: StockTake, onRemove: (count: StockCount) => Promise<void>): Column<StockCount>[] {
  const { locale } = useShop()
  return useMemo(() => {
    const columns: Column<StockCount>[] = [
      {
        head: texts.tool,
        names: true,
        cell: ({ tool }) => (
          <span className={styles.pair}>
            {tool.name}
            <span>{joined([tool.brand, tool.partNumber], ' · ')}</span>
          </span>
        ),
      },
      { head: texts.counted, numeric: true, cell: count => formatNumber(count.counted, locale) },
      { head: texts.expected, numeric: true, cell: count => formatNumber(count.expected, locale) },
      {
        head: texts.difference,
        numeric: true,
        cell: count => (
          <span className={styles.difference} data-different={count.difference === 0 ? undefined : ''}>
            {numberFormat(locale, signed).format(count.difference)}
          </span>
        ),
      },
      {
        head: texts.by,
        cell: count => (
          <span className={styles.soft}>
            {count.by}, <DateTime value={count.at} />
          </span>
        ),
      },
    ]
    const remove: Column<StockCount> = {
      head: '',
      headName: texts.remove,
      cell: count => (
        <Button
          size="small"
          variant="quiet"
          aria-label={texts.removeNamed(count.tool.name)}
          onClick={() => void onRemove(count)}
        >
          {texts.remove}
        </Button>
      ),
    }
    const outcome: Column<StockCount> = {
      head: texts.outcome,
      cell: count => (count.outcome ? <Badge tone={tones[count.outcome]}>{texts.outcomes[count.outcome]}</Badge> : ''),
    }
    if (state === 'open') return [...columns, remove]
    return state === 'booked' ? [...columns, outcome] : columns
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the way to remove a row is the same for every look at the list
  }, [locale, state])
}
