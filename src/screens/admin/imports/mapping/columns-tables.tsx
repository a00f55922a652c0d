import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { columnsOf, pricesAmong, type ProposedColumn } from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import { useAttributeColumns } from '../import-queries.ts'
import { addsAttributes, leftAsAttributes, ownAttribute } from './own-attribute.ts'
import type { MappableList } from './propose-mapping.ts'
import styles from './mapping.module.css'

type ColumnsProps = {
  list: MappableList
  columns: ProposedColumn[]
  onChange: (columns: ProposedColumn[], adds: boolean) => void
}

/**
 * What each column of a list is. Those that were proposed to be left out stand below, closed: of a long list they are most, and a phone shows
 * them one under the other. There they stay when somebody says what one of them is.
 */
export function ColumnsTables({ list, columns, onChange }: ColumnsProps) {
  const attributes = useAttributeColumns()
  const change = (becomes: ReadonlyMap<string, string>) => {
    const changed = columns.map((one): ProposedColumn => {
      const column = becomes.get(one.head)
      return column === undefined ? one : { ...one, column, by: 'nothing' }
    })
    onChange(changed, addsAttributes(changed, attributes))
  }
  const correct: Correct = (head, column) => change(new Map([[head, column]]))
  const proposedOut = new Set(list.columns.flatMap(({ head, column }) => (column === '' ? [head] : [])))
  const named = columns.filter(({ head }) => head !== '')
  const read = named.filter(({ head }) => !proposedOut.has(head))
  const leftOut = named.filter(({ head }) => proposedOut.has(head))
  const out = leftOut.filter(({ column }) => column === '')
  const prices = pricesAmong(columns)
  const heads = columnsWith(correct, attributes)
  return (
    <>
      {prices.length > 1 && <p>{texts.severalPrices(prices)}</p>}
      {out.map(({ head, states }) => states && <p key={head}>{texts.statesLeftOut(head, states)}</p>)}
      {!columns.some(({ column }) => column === 'price') && <p>{texts.priceMissing}</p>}
      {read.length > 0 && <ListColumns caption={texts.title} heads={heads} rows={read} />}
      {leftOut.length > 0 && (
        <details open={read.length === 0}>
          <summary>{texts.areLeftOut(out.map(({ head }) => head))}</summary>
          <ListColumns caption={texts.leftOut} heads={heads} rows={leftOut} />
        </details>
      )}
      <TakeAll columns={columns} attributes={attributes} onTake={change} />
    </>
  )
}

type TakeAllProps = {
  columns: readonly ProposedColumn[]
  attributes: readonly string[]
  onTake: (becomes: ReadonlyMap<string, string>) => void
}

/** All columns that are left out as attributes by one press, and by one more left out again. */
function TakeAll({ columns, attributes, onTake }: TakeAllProps) {
  const [taken, setTaken] = useState<ReadonlyMap<string, string>>(new Map())
  const still = columns.filter(({ head, column }) => taken.get(head) === column)
  const left = leftAsAttributes(columns, attributes)
  const take = () => {
    setTaken(left)
    onTake(left)
  }
  const leave = () => {
    setTaken(new Map())
    onTake(new Map(still.map(({ head }) => [head, ''])))
  }
  // One button for both, so that the focus stays where it was pressed.
  return (
    <div className={styles.all}>
      {(left.size > 0 || still.length > 0) && (
        <Button size="small" onClick={still.length > 0 ? leave : take}>
          {still.length > 0 ? texts.leaveAll(still.length) : texts.takeAll(left.size)}
        </Button>
      )}
      <p role="status">{still.length > 0 ? texts.takenAll(still.map(({ head }) => head)) : ''}</p>
    </div>
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
  const choices = new Set([...columnsOf('parts'), ...attributes, ownAttribute(head, attributes) ?? '', column])
  choices.delete('')
  return (
    <SelectField
      label={<span className="visually-hidden">{texts.columnOf(head)}</span>}
      className={styles.choice}
      hint={by === 'shop' ? texts.byShop : undefined}
      value={column}
      onChange={event => onCorrect(head, event.target.value)}
    >
      <option value="">{texts.leftOut}</option>
      {[...choices].map(name => (
        <option key={name} value={name}>
          {texts.columnName(name)}
        </option>
      ))}
    </SelectField>
  )
}
