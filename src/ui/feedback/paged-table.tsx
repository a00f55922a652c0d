import type { ReactNode } from 'react'
import { Table, type TableProps } from '../data/table.tsx'
import { MoreRows } from './more-rows.tsx'
import type { PagedList } from './paged-list.ts'
import { ReadFailed } from './read-failed.tsx'

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'captionHidden' | 'isBusy'> & {
  list: PagedList<Row>
  /** While the first page is on its way: `<Placeholders />`. */
  waiting?: ReactNode
  /** The title of what is shown when the list cannot be read. */
  failed: string
  /** Shown when there is nothing to list. */
  empty?: ReactNode
  /** Stands above the rows, when there are some. */
  above?: ReactNode
}

/** A list that is read page by page, as a table: on its way, not to be read, empty, and with its rows. */
export function PagedTable<Row>({ list, waiting, failed, empty, above, ...table }: PagedTableProps<Row>) {
  const { isPending, error, isFetching, isPrevious, rows, reload } = list
  return (
    <>
      {isPending && waiting}
      {error && <ReadFailed title={failed} error={error} isTrying={isFetching} onTry={() => void reload()} />}
      {!isPending && !error && rows.length === 0 && empty}
      {rows.length > 0 && (
        <>
          {above && <div inert={isPrevious}>{above}</div>}
          <Table {...table} captionHidden rows={rows} isBusy={isPrevious} />
        </>
      )}
      <MoreRows list={list} />
    </>
  )
}
