import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import { type Import, type ImportOverlap, type ImportProblem, importsContract } from '#contracts/imports'
import { importsTexts as texts } from '#texts/imports'
import styles from './imports.module.css'
import { downloadProblems } from './send-files.ts'

const problemColumns: readonly Column<ImportProblem>[] = [
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

export function ProblemList({ item }: { item: Import }) {
  // The list of this very import: its address is filled in here, the query is the list's own.
  const endpoint = { ...importsContract.listProblems, path: `/imports/${item._id}/problems` }
  const list = usePagedList(['import', item._id, 'problems', item.state], endpoint, {})
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <SectionTitle>{texts.problems(item.problems)}</SectionTitle>
        {item.problems > 0 && <DownloadButton item={item} />}
      </div>
      {item.problems === 0 && <p className={styles.fine}>{texts.problemsNone}</p>}
      <PagedTable
        list={list}
        waiting={item.problems > 0 && <Placeholders count={4} className={styles.waiting} />}
        failed={texts.problemsFailed}
        caption={texts.problems(item.problems)}
        columns={problemColumns}
        keyOf={row => row.n}
      />
    </section>
  )
}

function DownloadButton({ item }: { item: Import }) {
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      await downloadProblems(item)
    } catch (error) {
      toastFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="small" pending={isPending} onClick={() => void download()}>
      <Icon name="download" size={16} />
      {texts.download}
    </Button>
  )
}

const overlapColumns: readonly Column<ImportOverlap>[] = [
  {
    head: texts.vehicle,
    names: true,
    cell: row => (
      <span className={styles.pair}>
        <b>{row.vehicle}</b>
        <span>{[row.partType, row.position].filter(Boolean).join(', ')}</span>
      </span>
    ),
  },
  { head: texts.part, cell: row => row.part },
  { head: texts.otherPart, cell: row => row.otherPart },
  { head: texts.qualifiers, cell: row => row.qualifiers ?? '–' },
  { head: texts.lines, cell: row => [row.line, row.otherLine].filter(line => line !== null).join(', ') },
]

export function OverlapList({ item }: { item: Import }) {
  const endpoint = { ...importsContract.listOverlaps, path: `/imports/${item._id}/overlaps` }
  const list = usePagedList(['import', item._id, 'overlaps', item.state], endpoint, {})
  const title = texts.overlaps(item.overlaps, item.duplicates)
  return (
    <section className={styles.section}>
      <SectionTitle>{title}</SectionTitle>
      <p className={styles.fine}>{texts.overlapsHint}</p>
      <PagedTable
        list={list}
        waiting={<Placeholders count={4} className={styles.waiting} />}
        failed={texts.overlapsFailed}
        caption={title}
        columns={overlapColumns}
        keyOf={row => row.n}
      />
    </section>
  )
}

type Left = NonNullable<Import['left']>

const leftColumns: readonly Column<Left['first'][number]>[] = [
  { head: texts.undoLeftWhat, names: true, cell: row => row.what },
  { head: texts.undoLeftWhy, cell: row => row.hint },
]

/** What undoing has left as it is. */
export function LeftList({ left: { count, first } }: { left: Left }) {
  return (
    <section className={styles.section}>
      <SectionTitle>{texts.undoLeft(count)}</SectionTitle>
      <Table
        caption={texts.undoLeft(count)}
        captionHidden
        columns={leftColumns}
        rows={first}
        keyOf={row => `${row.what} ${row.why}`}
      />
      {count > first.length && <p className={styles.fine}>{texts.undoLeftMore(count - first.length)}</p>}
    </section>
  )
}
