import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { useParams } from 'react-router'
import { listsContract } from '#contracts/ordering'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { Table } from '#ui/data/table.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { csvName, saveCsv } from '../save-csv.ts'
import { AddLine } from './add-line.tsx'
import { listColumns } from './list-columns.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'
import { PutIntoBasket } from './put-into-basket.tsx'

/** A list with its lines as they are today, to be ordered, changed, printed or saved. */
export default function ListPage() {
  const { listId = '' } = useParams()
  const client = useQueryClient()
  const list = useQuery({
    queryKey: ['lists', listId],
    queryFn: () => call(listsContract.readList, { params: { id: listId } }),
  })
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['lists'] }), [client])
  // The button that takes a line out goes with it: reading goes on at the lines.
  const place = useRef<HTMLDivElement>(null)
  const goOn = useFocusWhenGone(() => place.current)
  const columns = useMemo(() => listColumns({ listId, refresh, onRemove: goOn }), [listId, refresh, goOn])
  const title = list.data?.name ?? texts.title
  const lines = list.data?.lines ?? []
  return (
    <>
      <DocumentHead title={title} hiddenFromSearch />
      <div data-print="no">
        <Breadcrumb items={[{ label: texts.title, to: '/dashboard/lists' }, { label: title }]} />
      </div>
      <PageTitle>{title}</PageTitle>
      {list.isPending && <Placeholders count={3} className={styles.waiting ?? ''} />}
      {list.error && !list.data && (
        <ReadFailed
          title={texts.listFailed}
          error={list.error}
          isTrying={list.isFetching}
          onTry={() => void list.refetch()}
        />
      )}
      {list.data && (
        <div className={styles.list}>
          <div className={styles.ways} data-print="no">
            <PutIntoBasket from={{ list: listId }} label={texts.put} variant="primary" />
            <Button onClick={() => window.print()}>{texts.print}</Button>
            <Button onClick={() => saveCsv(csvName(title), fileOf(lines))}>{texts.saveFile}</Button>
          </div>
          <div ref={place} tabIndex={-1} className={styles.lines}>
            {lines.length === 0 && <p>{texts.noLines}</p>}
            {lines.length > 0 && (
              <Table caption={title} captionHidden columns={columns} rows={lines} keyOf={line => line.id} />
            )}
          </div>
          <AddLine listId={listId} onAdded={refresh} />
        </div>
      )}
    </>
  )
}

/** As a quick order reads it again. */
const fileOf = (lines: readonly Parameters<ReturnType<typeof listColumns>[0]['cell']>[0][]) => [
  Object.values(texts.columns),
  ...lines.map(({ tool, quantity, reference, vehicleName, unitPrice }) => [
    tool.partNumber,
    tool.brand,
    quantity,
    tool.name,
    vehicleName,
    reference,
    unitPrice,
  ]),
]
