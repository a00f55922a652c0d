import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import { type Import, type ImportProblem, importsContract } from '#contracts/imports'
import { importsTexts as texts } from '#texts/imports'
import type { Column } from '#ui/data/table.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import styles from '../imports.module.css'

const columns: readonly Column<ImportProblem>[] = [
  {
    head: texts.place,
    names: true,
    cell: row => (
      <span className={styles.pair}>
        <b>{texts.placeOf(row.line, row.record)}</b>
        <span>{row.file}</span>
      </span>
    ),
  },
  {
    head: texts.field,
    cell: row => (
      <span className={styles.pair}>
        <span>{row.field ?? '–'}</span>
        {row.value !== null && <code className={styles.value}>{row.value}</code>}
      </span>
    ),
  },
  { head: texts.hint, cell: row => row.hint },
  { head: texts.times, numeric: true, cell: row => formatNumber(row.times, 'en') },
]

/** One problem after the other, asked for when somebody wants to see them. */
export function EachProblem({ item }: { item: Import }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{texts.eachProblem}</summary>
      {isOpen && <List item={item} />}
    </details>
  )
}

function List({ item }: { item: Import }) {
  // The list of this very import: its address is filled in here, the query is the list's own.
  const endpoint = { ...importsContract.listProblems, path: `/imports/${item._id}/problems` }
  const list = usePagedList(['import', item._id, 'problems', item.state], endpoint, {})
  return (
    <PagedTable
      list={list}
      waiting={<Placeholders count={4} className={styles.waiting} />}
      failed={texts.problemsFailed}
      caption={texts.eachProblem}
      columns={columns}
      keyOf={row => row.n}
    />
  )
}
