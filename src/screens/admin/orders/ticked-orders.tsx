import { useState } from 'react'
import type { AdminOrder } from '#contracts/ordering'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import type { Column } from '#ui/data/table.tsx'
import type { PagedList } from '#ui/feedback/paged-list.ts'
import { printedAtOnce } from '#rules/ordering'
import { ordersAdminTexts as texts } from '#texts/ordering'
import { orderFilterOf } from '#parts/ordering'
import styles from './all-orders-page.module.css'

/** The orders that are ticked, by their numbers; they stay so while the filter changes. */
export type Ticked = { numbers: readonly string[]; set: (numbers: readonly string[]) => void }

export function useTicked(): Ticked {
  const [numbers, set] = useState<readonly string[]>([])
  return { numbers, set }
}

/** The column in which orders are ticked. */
export function tickColumn({ numbers, set }: Ticked): Column<AdminOrder> {
  return {
    head: '',
    headName: texts.tick,
    cell: ({ number }) => {
      const isTicked = numbers.includes(number)
      return (
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={texts.tickOrder(number)}
            checked={isTicked}
            disabled={!isTicked && numbers.length >= printedAtOnce}
            onChange={() => set(isTicked ? numbers.filter(one => one !== number) : [...numbers, number])}
          />
          <span>{texts.tick}</span>
        </label>
      )
    },
  }
}

type PrintBarProps = { list: PagedList<AdminOrder>; filter: Record<string, string>; ticked: Ticked }

/** What is printed: the ticked orders, or all to be packed that the filter leaves. */
export function PrintBar({ list, filter, ticked: { numbers, set } }: PrintBarProps) {
  const shown = list.rows.slice(0, printedAtOnce).map(order => order.number)
  const query = new URLSearchParams(
    numbers.length > 0 ? { numbers: numbers.join() } : { ...orderFilterOf(filter), state: 'open' },
  )
  return (
    <div className={styles.print}>
      <p role="status">{numbers.length > 0 && texts.ticked(numbers.length)}</p>
      {numbers.length > 0 && (
        <Button variant="quiet" size="small" onClick={() => set([])}>
          {texts.untick}
        </Button>
      )}
      {!shown.every(number => numbers.includes(number)) && (
        <Button variant="quiet" size="small" onClick={() => set(shown)}>
          {texts.tickShown}
        </Button>
      )}
      <LinkButton size="small" to={`/dashboard/allOrders/print?${query}`}>
        {numbers.length > 0 ? texts.printTicked : texts.printAll}
      </LinkButton>
    </div>
  )
}
