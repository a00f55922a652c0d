import { joined } from '#kernel/sentence'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { type Import, type ImportOverlap, importsContract } from '#contracts/imports'
import { importsTexts as texts, undoTexts } from '#texts/imports'
import styles from './imports.module.css'

const overlapColumns = (): readonly Column<ImportOverlap>[] => [
  {
    head: texts.vehicle,
    names: true,
    cell: row => (
      <span className={styles.pair}>
        <b>{row.vehicle}</b>
        <span>{joined([row.partType, row.position], ', ')}</span>
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
        columns={overlapColumns()}
        keyOf={row => row.n}
      />
    </section>
  )
}

type Left = NonNullable<Import['left']>

const leftColumns = (): readonly Column<Left['first'][number]>[] => [
  { head: undoTexts.undoLeftWhat, names: true, cell: row => row.what },
  { head: undoTexts.undoLeftWhy, cell: row => row.hint },
]

/** What undoing has left as it is. */
export function LeftList({ left: { count, first } }: { left: Left }) {
  return (
    <section className={styles.section}>
      <SectionTitle>{undoTexts.undoLeft(count)}</SectionTitle>
      <Table
        caption={undoTexts.undoLeft(count)}
        captionHidden
        columns={leftColumns()}
        rows={first}
        keyOf={row => `${row.what} ${row.why}`}
      />
      {count > first.length && <p className={styles.fine}>{undoTexts.undoLeftMore(count - first.length)}</p>}
    </section>
  )
}
