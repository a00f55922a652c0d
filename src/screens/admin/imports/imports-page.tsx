import { DateTime } from '#ui/data/date.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import type { Column } from '#ui/data/table.tsx'
import type { Import } from '#contracts/imports'
import { rowKinds } from '#rules/imports'
import { progressTexts, importsTexts as texts, problemTexts } from '#texts/imports'
import { CsvColumns } from './csv-columns.tsx'
import { Exports } from './export/exports.tsx'
import { useImports } from './import-queries.ts'
import { StateBadge } from './import-state.tsx'
import styles from './imports.module.css'
import { NewImport } from './new-import.tsx'
import { Sources } from './sources/sources.tsx'
import { UnresolvedVehicles } from './unresolved-vehicles.tsx'

const columns = (): readonly Column<Import>[] => [
  {
    head: texts.number,
    names: true,
    cell: item => (
      <span className={styles.pair}>
        <Link to={`/dashboard/imports/${item._id}`} className={styles.unbroken}>
          {texts.numbered(item.number)}
        </Link>
        <span>{item.source}</span>
      </span>
    ),
  },
  { head: texts.state, cell: item => <Standing item={item} /> },
  { head: texts.result, cell: item => <Result item={item} /> },
  {
    head: texts.when,
    cell: item => (
      <span className={styles.when}>
        <DateTime value={item.createdAt} />
      </span>
    ),
  },
]

function Standing({ item }: { item: Import }) {
  return (
    <span className={styles.stateCell}>
      <StateBadge item={item} />
      {item.progress && <span>{progressTexts(item.progress).work}</span>}
    </span>
  )
}

function Result({ item }: { item: Import }) {
  const { state, problems, notes } = item
  const counts = [
    ...(problems > 0 ? [problemTexts.problems(problems)] : []),
    ...(notes > 0 ? [problemTexts.notes(notes)] : []),
  ]
  return (
    <span className={styles.pair}>
      {resultOf(item)}
      {state !== 'staging' && state !== 'failed' && counts.length > 0 && <span>{counts.join(', ')}</span>}
    </span>
  )
}

function resultOf(item: Import): string {
  const sum = (outcome: 'added' | 'changed' | 'removed') =>
    rowKinds.reduce((sum, kind) => sum + (item.counts[kind]?.[outcome] ?? 0), 0)
  if (item.state === 'staging') return '–'
  if (item.state === 'failed') return item.failure ?? '–'
  return texts.resultOf(sum('added'), sum('changed'), sum('removed'))
}

/** Catalogue files come in here: read, looked at, committed, and taken back. */
export default function ImportsPage() {
  const list = useImports()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <NewImport />
      <CsvColumns />
      <section className={styles.section}>
        <SectionTitle>{texts.list}</SectionTitle>
        <PagedTable
          list={list}
          waiting={<Placeholders count={4} className={styles.waiting} />}
          failed={texts.failed}
          empty={<Empty title={texts.none}>{texts.noneNext}</Empty>}
          caption={texts.list}
          columns={columns()}
          keyOf={item => item._id}
        />
      </section>
      <Sources />
      <Exports />
      <UnresolvedVehicles />
    </>
  )
}
