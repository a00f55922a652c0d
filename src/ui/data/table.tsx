// oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- they are the elements' own roles, said again
import type { Key, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'

export type Column<Row> = {
  /** Also the label of the value on a phone's card. Empty for a column of actions: give `headName` then. */
  head: string
  /** What ears hear when `head` is empty. */
  headName?: string
  cell: (row: Row) => ReactNode
  /** Figures: right-aligned and tabular. */
  numeric?: boolean
  /** The column that names the row: a row header, and the title of the card. */
  names?: boolean
  /** Makes the head a button that sorts; `onSort` gets this key. */
  sortKey?: string
}

export type Sort = { key: string; descending: boolean }

export type TableProps<Row> = {
  /** Says what the table lists. Shown above it unless `captionHidden`. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** By what the rows are sorted now. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Other rows are on their way: with these nothing can be done any more. */
  isBusy?: boolean
}

/**
 * A table for reading; a card per row on phones. The roles are said out loud because a table that is laid out as
 * blocks loses its own.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, captionHidden = false, columns, rows, keyOf, sort, onSort, isBusy = false } = props
  return (
    <table role="table" className={styles.table}>
      <caption className={captionHidden ? 'visually-hidden' : styles.caption}>{caption}</caption>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map((column, index) => (
            <Head key={index} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" aria-busy={isBusy || undefined} inert={isBusy}>
        {rows.map(row => (
          <tr key={keyOf(row)} role="row" className={styles.row}>
            {columns.map((column, index) => (
              <Cell key={index} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { head, headName, numeric, sortKey } = column
  const isSorted = sort !== undefined && sort.key === sortKey
  const look = classNames(numeric && styles.numeric)
  if (!sortKey || !onSort) {
    return (
      <th role="columnheader" scope="col" className={look}>
        {head || <span className="visually-hidden">{headName}</span>}
      </th>
    )
  }
  const descending = isSorted ? !sort.descending : numeric === true
  const direction = isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined
  return (
    <th role="columnheader" scope="col" className={look} aria-sort={direction}>
      <button type="button" className={styles.sort} onClick={() => onSort({ key: sortKey, descending })}>
        {head}
        <span aria-hidden="true" className={styles.arrow}>
          {direction === 'ascending' ? '▲' : direction === 'descending' ? '▼' : ''}
        </span>
      </button>
    </th>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const look = classNames(styles.cell, column.numeric && styles.numeric, !column.head && styles.actions)
  if (column.names) {
    return (
      <th role="rowheader" scope="row" className={classNames(look, styles.names)}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td role="cell" className={look} data-label={column.head || undefined}>
      {column.cell(row)}
    </td>
  )
}
