import { SelectField } from '#ui/controls/field.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { columnsOf, pricesAmong, type ProposedColumn } from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import { useAttributeColumns } from '../import-queries.ts'
import { ownAttribute } from './own-attribute.ts'
import type { MappableList } from './propose-mapping.ts'
import styles from './mapping.module.css'

type ColumnsProps = { list: MappableList; columns: ProposedColumn[]; onChange: (columns: ProposedColumn[]) => void }

/**
 * What each column of a list is. Those that were proposed to be left out stand below, closed: of a long list they are most, and a phone shows
 * them one under the other. There they stay when somebody says what one of them is.
 */
export function ColumnsTables({ list, columns, onChange }: ColumnsProps) {
  const attributes = useAttributeColumns()
  const correct: Correct = (head, column) =>
    onChange(columns.map(one => (one.head === head ? { ...one, column, by: 'nothing' } : one)))
  const proposedOut = new Set(list.columns.flatMap(({ head, column }) => (column === '' ? [head] : [])))
  const named = columns.filter(({ head }) => head !== '')
  const read = named.filter(({ head }) => !proposedOut.has(head))
  const leftOut = named.filter(({ head }) => proposedOut.has(head))
  const prices = pricesAmong(columns)
  const heads = columnsWith(correct, attributes)
  return (
    <>
      {prices.length > 1 && <p>{texts.severalPrices(prices)}</p>}
      {!columns.some(({ column }) => column === 'price') && <p>{texts.priceMissing}</p>}
      {read.length > 0 && <ListColumns caption={texts.title} heads={heads} rows={read} />}
      {leftOut.length > 0 && (
        <details open={read.length === 0}>
          <summary>{texts.areLeftOut(leftOut.map(({ head }) => head))}</summary>
          <ListColumns caption={texts.leftOut} heads={heads} rows={leftOut} />
        </details>
      )}
    </>
  )
}

type ListColumnsProps = { caption: string; heads: readonly Column<ProposedColumn>[]; rows: readonly ProposedColumn[] }

function ListColumns({ caption, heads, rows }: ListColumnsProps) {
  return <Table caption={caption} captionHidden columns={heads} rows={rows} keyOf={({ head }) => head} />
}

type Correct = (head: string, column: string) => void

function columnsWith(onCorrect: Correct, attributes: readonly string[]): readonly Column<ProposedColumn>[] {
  return [
    { head: texts.head, names: true, cell: ({ head }) => <bdi>{head}</bdi> },
    { head: texts.samples, cell: ({ samples }) => <bdi className={styles.samples}>{samples.join(' · ')}</bdi> },
    { head: texts.column, cell: row => <Choice row={row} attributes={attributes} onCorrect={onCorrect} /> },
  ]
}

type ChoiceProps = { row: ProposedColumn; attributes: readonly string[]; onCorrect: Correct }

function Choice({ row: { head, column, by }, attributes, onCorrect }: ChoiceProps) {
  const known = new Set([...columnsOf('parts'), ...attributes, ownAttribute(head, attributes) ?? '', column])
  known.delete('')
  return (
    <SelectField
      label={<span className="visually-hidden">{texts.columnOf(head)}</span>}
      className={styles.choice}
      hint={by === 'shop' ? texts.byShop : undefined}
      value={column}
      onChange={event => onCorrect(head, event.target.value)}
    >
      <option value="">{texts.leftOut}</option>
      {[...known].map(name => (
        <option key={name} value={name}>
          {texts.columnName(name)}
        </option>
      ))}
    </SelectField>
  )
}
