import { formatNumber } from '#kernel/formats'
import { useMemo } from 'react'
import type { PictureBatch } from '#contracts/catalogue'
import { DateTime } from '#ui/data/date.tsx'
import type { Column } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from '../edits/edits.module.css'
import { useBatches } from './batch-queries.ts'
import { NewBatch } from './new-batch.tsx'
import { picturesTexts as texts } from './pictures.texts.ts'

/** Pictures in bulk: a new ZIP, and those that were sent before. */
export default function BatchesPage() {
  const list = useBatches()
  const columns = useColumns()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.toProducts, to: '/dashboard/manageProducts' }, { label: texts.title }]} />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <div className={styles.parts}>
        <NewBatch />
        <section className={styles.part}>
          <SectionTitle>{texts.list}</SectionTitle>
          <PagedTable
            list={list}
            waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
            failed={texts.listFailed}
            empty={<p>{texts.none}</p>}
            caption={texts.list}
            columns={columns}
            keyOf={batch => batch._id}
          />
        </section>
      </div>
    </>
  )
}

function useColumns(): Column<PictureBatch>[] {
  const { locale } = useShop()
  return useMemo(
    () => [
      {
        head: texts.title,
        names: true,
        cell: batch => (
          <span className={styles.pair}>
            <Link to={`/dashboard/manageProducts/pictures/${batch._id}`}>{texts.numbered(batch.number)}</Link>
            <span className={styles.soft}>{batch.name}</span>
          </span>
        ),
      },
      { head: texts.state, cell: batch => texts.states[batch.state] },
      { head: texts.added, numeric: true, cell: batch => formatNumber(batch.counts.added, locale) },
      { head: texts.by, cell: batch => <span className={styles.soft}>{batch.by}</span> },
      { head: texts.when, cell: batch => <DateTime value={batch.createdAt} /> },
    ],
    [locale],
  )
}
