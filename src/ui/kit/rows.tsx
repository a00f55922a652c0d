import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { DateTime } from '../data/date.tsx'
import { MoreRows } from '../feedback/more-rows.tsx'
import { PagedTable } from '../feedback/paged-table.tsx'
import { Placeholders } from '../feedback/placeholders.tsx'
import { Price } from '../data/price.tsx'
import { type Column, type Sort, Table } from '../data/table.tsx'
import styles from './kit-page.module.css'
import { kitPageTexts as texts } from './kit-page.texts.ts'

type Row = (typeof texts.rows)[number]

const columns = (): readonly Column<Row>[] => [
  { head: texts.columns.number, cell: ({ number }) => <code>{number}</code>, sortKey: 'number' },
  { head: texts.columns.customer, cell: ({ customer }) => customer, names: true },
  { head: texts.columns.placed, cell: ({ placed }) => <DateTime value={placed} />, sortKey: 'placed' },
  { head: texts.columns.total, cell: ({ total }) => <Price amount={total} />, numeric: true, sortKey: 'total' },
  { head: '', headName: texts.columns.actions, cell: () => <Button size="small">{texts.details}</Button> },
]

/** A table that sorts, with a name that is too long for its column, and what grows below it; and one on its way. */
export function Rows() {
  const [sort, setSort] = useState<Sort>({ key: 'placed', descending: true })
  const key = sort.key as 'number' | 'placed' | 'total'
  const rows = texts.rows.toSorted((a, b) => (a[key] < b[key] ? -1 : 1) * (sort.descending ? -1 : 1))
  const list = {
    rows,
    total: 219,
    totalIsMore: false,
    isPending: false,
    error: undefined,
    isFetching: false,
    isPrevious: false,
    hasMore: true,
    isFetchingMore: false,
    moreError: undefined,
    showMore: () => undefined,
    reload: () => Promise.resolve(),
  }
  return (
    <>
      <Table
        caption={texts.tableCaption}
        columns={columns()}
        rows={rows}
        keyOf={({ number }) => number}
        sort={sort}
        onSort={setSort}
      />
      <MoreRows list={list} />
      <PagedTable
        list={{ ...list, rows: [], isPending: true }}
        waiting={<Placeholders count={2} className={styles.stack} />}
        failed={texts.failedTitle}
        caption={texts.tableCaption}
        columns={columns()}
        keyOf={({ number }) => number}
      />
    </>
  )
}
