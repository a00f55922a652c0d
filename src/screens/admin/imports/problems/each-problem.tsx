import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import { type Import, type ImportProblem, importsContract } from '#contracts/imports'
import { problemTexts } from '#texts/imports'
import type { Column } from '#ui/data/table.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import styles from '../imports.module.css'

const columns = (only: ListProps['only']): readonly Column<ImportProblem>[] => [
  {
    head: problemTexts.place,
    names: true,
    cell: row => (
      <span className={styles.pair}>
        <b>{problemTexts.placeOf(row.line, row.record)}</b>
        <span>{row.file}</span>
      </span>
    ),
  },
  {
    head: problemTexts.field,
    cell: row => (
      <span className={styles.pair}>
        <span>{row.field ?? '–'}</span>
        {row.value !== null && <code className={styles.value}>{row.value}</code>}
      </span>
    ),
  },
  { head: headOf()[only], cell: row => row.hint },
  { head: problemTexts.times, numeric: true, cell: row => formatNumber(row.times, 'en') },
]

type ListProps = { item: Import; only: 'problems' | 'notes' }

/** Of problems, what there is to do; of notes nothing has to be done. */
export const headOf = () => ({ problems: problemTexts.hint, notes: problemTexts.news })

const titles = () => ({ problems: problemTexts.eachProblem, notes: problemTexts.eachNote })

/** One problem or note after the other, asked for when somebody wants to see them. */
export function EachProblem({ item, only }: ListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{titles()[only]}</summary>
      {isOpen && <List item={item} only={only} />}
    </details>
  )
}

function List({ item, only }: ListProps) {
  // The list of this very import: its address is filled in here, the query is the list's own.
  const endpoint = { ...importsContract.listProblems, path: `/imports/${item._id}/problems` }
  const list = usePagedList(['import', item._id, 'problems', item.state, only], endpoint, { only })
  return (
    <PagedTable
      list={list}
      waiting={<Placeholders count={4} className={styles.waiting} />}
      failed={problemTexts.problemsFailed}
      caption={titles()[only]}
      columns={columns(only)}
      keyOf={row => row.n}
    />
  )
}
