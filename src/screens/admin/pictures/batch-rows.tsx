import { formatNumber } from '#kernel/formats'
import type { PictureBatch, PictureBatchRow } from '#contracts/catalogue'
import type { BatchRowState } from '#rules/catalogue'
import type { Column } from '#ui/data/table.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from '../edits/edits.module.css'
import { useBatchRows } from './batch-queries.ts'
import { picturesTexts as texts } from './pictures.texts.ts'

/** The files of a ZIP that stand alike, each with its tool, or why it has none. */
export function BatchRows({ batch, state }: { batch: PictureBatch; state: BatchRowState }) {
  const list = useBatchRows(batch._id, batch.state, state)
  const { locale } = useShop()
  const title = texts.counts[state](formatNumber(batch.counts[state], locale))
  return (
    <section className={styles.part}>
      <SectionTitle>{title}</SectionTitle>
      <PagedTable
        list={list}
        waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
        failed={texts.rowsFailed}
        caption={title}
        columns={columnsOf()[state]}
        keyOf={row => row.n}
      />
    </section>
  )
}

const file = (): Column<PictureBatchRow> => ({
  head: texts.fileName,
  names: true,
  cell: row => <span className={styles.pair}>{row.name}</span>,
})
const tool = (): Column<PictureBatchRow> => ({
  head: texts.tool,
  cell: row =>
    row.tool && (
      <span className={styles.pair}>
        <Link to={`/dashboard/manageProducts/${row.tool._id}`}>{row.tool.name}</Link>
        {row.tool.partNumber && <code>{row.tool.partNumber}</code>}
      </span>
    ),
})
const reason = (): Column<PictureBatchRow> => ({ head: texts.reason, cell: row => row.reason })

const columnsOf = (): Record<BatchRowState, Column<PictureBatchRow>[]> => ({
  matched: [file(), tool()],
  added: [file(), tool()],
  there: [file(), tool()],
  refused: [file(), tool(), reason()],
  undone: [file(), tool()],
  left: [file(), tool(), reason()],
  ambiguous: [file(), reason()],
  unknown: [file(), reason()],
  broken: [file(), reason()],
})
