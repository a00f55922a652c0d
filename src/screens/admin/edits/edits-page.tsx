import { formatNumber } from '#kernel/formats'
import { useMemo } from 'react'
import type { ToolEdit } from '#contracts/catalogue'
import { LinkButton } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import type { Column } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { PagedTable } from '#ui/feedback/paged-table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useEdits } from './edit-queries.ts'
import styles from './edits.module.css'
import { editsTexts as texts } from './edits.texts.ts'

/** The edits of many tools, to look at and to undo. */
export default function EditsPage() {
  const list = useEdits()
  const columns = useColumns()
  return (
    <>
      <DocumentHead title={texts.title} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.toProducts, to: '/dashboard/manageProducts' }, { label: texts.title }]} />
      <PageTitle>{texts.title}</PageTitle>
      <PagedTable
        list={list}
        waiting={<Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
        failed={texts.listFailed}
        empty={
          <Empty title={texts.none} action={<LinkButton to="/dashboard/manageProducts">{texts.toProducts}</LinkButton>}>
            <p>{texts.noneNext}</p>
          </Empty>
        }
        caption={texts.list}
        columns={columns}
        keyOf={edit => edit._id}
      />
    </>
  )
}

function useColumns(): Column<ToolEdit>[] {
  const { locale } = useShop()
  return useMemo(
    () => [
      {
        head: texts.title,
        names: true,
        cell: edit => <Link to={`/dashboard/manageProducts/edits/${edit._id}`}>{texts.numbered(edit.number)}</Link>,
      },
      { head: texts.state, cell: edit => texts.states[edit.state] },
      { head: texts.result, numeric: true, cell: edit => formatNumber(edit.counts.done + edit.counts.undone, locale) },
      { head: texts.by, cell: edit => <span className={styles.soft}>{edit.by}</span> },
      { head: texts.when, cell: edit => <DateTime value={edit.createdAt} /> },
    ],
    [locale],
  )
}
