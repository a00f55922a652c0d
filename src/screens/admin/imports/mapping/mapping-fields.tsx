import { useId } from 'react'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { type Column, Table } from '#ui/data/table.tsx'
import { columnsOf, type ProposedColumn, type ProposedMeaning } from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import { useAttributeColumns } from '../import-queries.ts'
import styles from './mapping.module.css'
import { CurrencyFields } from './currency-fields.tsx'
import { ownAttribute } from './own-attribute.ts'
import { type MappingChanges, type MappingDraft, type MappingProblems, hasAmounts } from './use-mapping.ts'

type FieldsProps = {
  draft: MappingDraft
  problems: MappingProblems
  onChange: (changes: MappingChanges) => void
}

/** What the columns of a chosen list are, and what its words and prices mean. Open where its names leave anything open. */
export function MappingFields({ draft, problems, onChange }: FieldsProps) {
  const { columns, meanings, priceTimes, list } = draft
  const hasPrice = columns.some(({ column }) => column === 'price')
  return (
    <details className={styles.mapping} open={draft.isTold}>
      <summary>{texts.title}</summary>
      <div className={styles.body}>
        <p>{list.profile ? texts.known(list.profile.source) : texts.lead}</p>
        <ColumnsTable columns={columns} onChange={columns => onChange({ columns })} />
        <FormProblem>{problems.columns}</FormProblem>
        {meanings.length > 0 && (
          <Words meanings={meanings} problems={problems.words} onChange={meanings => onChange({ meanings })} />
        )}
        {hasAmounts(columns) && <CurrencyFields draft={draft} error={problems.rate} onChange={onChange} />}
        {hasPrice && (
          <TextField
            label={texts.priceTimes}
            hint={texts.priceTimesHint}
            optional
            inputMode="decimal"
            autoComplete="off"
            value={priceTimes}
            error={problems.priceTimes}
            onChange={event => onChange({ priceTimes: event.target.value })}
          />
        )}
      </div>
    </details>
  )
}

type ColumnsProps = { columns: ProposedColumn[]; onChange: (columns: ProposedColumn[]) => void }

function ColumnsTable({ columns, onChange }: ColumnsProps) {
  const attributes = useAttributeColumns()
  const correct: Correct = (head, column) =>
    onChange(columns.map(one => (one.head === head ? { ...one, column, by: 'nothing' } : one)))
  return (
    <Table
      caption={texts.title}
      captionHidden
      columns={columnsWith(correct, attributes)}
      rows={columns.filter(({ head }) => head !== '')}
      keyOf={({ head }) => head}
    />
  )
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

type WordsProps = {
  meanings: ProposedMeaning[]
  problems: MappingProblems['words']
  onChange: (meanings: ProposedMeaning[]) => void
}

function Words({ meanings, problems, onChange }: WordsProps) {
  const say = (at: number, means: string | undefined) =>
    onChange(meanings.map((word, place) => (place === at ? { ...word, means } : word)))
  return (
    <fieldset className={styles.words}>
      <legend>{texts.words}</legend>
      <p>{texts.wordsLead}</p>
      {meanings.map((word, at) => (
        <Word
          key={`${word.column} ${word.text}`}
          word={word}
          error={problems?.get(at)}
          onSay={means => say(at, means)}
        />
      ))}
    </fieldset>
  )
}

type WordProps = { word: ProposedMeaning; error: string | undefined; onSay: (means: string | undefined) => void }

function Word({ word, error, onSay }: WordProps) {
  const { column, text, means } = word
  const boxId = useId()
  const saysNothing = means === ''
  return (
    <div className={styles.word}>
      <TextField
        label={texts.means(column, text)}
        hint={texts.meansHint[column === 'stock' ? 'stock' : 'price']}
        inputMode="decimal"
        autoComplete="off"
        error={error}
        disabled={saysNothing}
        value={means ?? ''}
        onChange={event => onSay(event.target.value === '' ? undefined : event.target.value)}
      />
      <label htmlFor={boxId} className={styles.nothing}>
        <input
          id={boxId}
          type="checkbox"
          checked={saysNothing}
          onChange={event => onSay(event.target.checked ? '' : undefined)}
        />
        {texts.saysNothing}
      </label>
    </div>
  )
}
