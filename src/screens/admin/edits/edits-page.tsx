import { formatNumber } from '#kernel/formats'
import { useMemo } from 'react'
import type { ToolEdit } from '#contracts/catalogue'
import { LinkButton } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
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
      {list.isPending && <Placeholders count={3} className={styles.placeholders} each={styles.placeholder} />}
      {list.error && (
        <ReadFailed
          title={texts.listFailed}
          error={list.error}
          isTrying={list.isFetching}
          onTry={() => void list.reload()}
        />
      )}
      {!list.isPending && !list.error && list.rows.length === 0 && (
        <Empty title={texts.none} action={<LinkButton to="/dashboard/manageProducts">{texts.toProducts}</LinkButton>}>
          <p>{texts.noneNext}</p>
        </Empty>
      )}
      {list.rows.length > 0 && (
        <>
          <Table caption={texts.list} captionHidden columns={columns} rows={list.rows} keyOf={edit => edit._id} />
          <MoreRows list={list} />
        </>
      )}
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
