import { useId } from 'react'
import { may } from '#kernel/access'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useAccount } from '#parts/accounts'
import type { Addition, ProposedMeaning } from '#rules/imports'
import { mappingTexts as texts } from '#texts/imports'
import styles from './mapping.module.css'
import { CategoryField } from './category-field.tsx'
import { ColumnsTables } from './columns-tables.tsx'
import { CurrencyFields } from './currency-fields.tsx'
import { type MappingChanges, type MappingDraft, type MappingProblems, hasAmounts } from './use-mapping.ts'

type FieldsProps = {
  draft: MappingDraft
  problems: MappingProblems
  onChange: (changes: MappingChanges) => void
  /** Whether what is said now is new to the shop, so that the import has to add it. */
  onAdd: (name: Addition, isAdded: boolean) => void
}

/** What the columns of a chosen list are, and what its words and prices mean. Open where its names leave anything open. */
export function MappingFields({ draft, problems, onChange, onAdd }: FieldsProps) {
  const account = useAccount()
  const { columns, meanings, priceTimes, list } = draft
  const hasPrice = columns.some(({ column }) => column === 'price')
  return (
    <details className={styles.mapping} open={draft.isNeeded}>
      <summary>{texts.title}</summary>
      <div className={styles.body}>
        <p>{list.profile ? texts.sameColumns(list.profile.source) : texts.lead}</p>
        <ColumnsTables
          list={list}
          columns={columns}
          onChange={(columns, adds) => {
            onChange({ columns })
            onAdd('createAttributes', adds)
          }}
        />
        <FormProblem>{problems.columns}</FormProblem>
        {meanings.length > 0 && (
          <Words meanings={meanings} problems={problems.words} onChange={meanings => onChange({ meanings })} />
        )}
        {may(account, 'catalogue') && (
          <CategoryField
            draft={draft}
            onChange={(changes, isAdded) => {
              onChange(changes)
              onAdd('createCategories', isAdded)
            }}
          />
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
        hint={
          means === undefined && !error ? texts.meaningMissing : texts.meansHint[column === 'stock' ? 'stock' : 'price']
        }
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
