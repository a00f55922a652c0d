import { useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/controls/field.tsx'
import styles from './content.module.css'
import { type EntryField, contentTexts as texts } from './content.texts.ts'

/** What is written in one entry, or in an item of its lists. */
export type EntryValue = Readonly<Record<string, unknown>>

type EntryFieldsProps = {
  fields: readonly EntryField[]
  value: EntryValue
  onChange: (value: EntryValue) => void
  /** Where the value stands in the entry, as complaints name it: `value.items.0`. */
  place: string
  problems: ReadonlyMap<string, string>
}

/** The fields of an entry, lists within it as well. */
export function EntryFields({ fields, value, onChange, place, problems }: EntryFieldsProps) {
  const shared = (name: string) => ({
    place: `${place}.${name}`,
    problems,
    onChange: (inner: unknown) => onChange({ ...value, [name]: inner }),
  })
  return (
    <div className={styles.fields}>
      {fields.map(field => {
        const { name } = field
        if (field.kind === 'list') {
          return <EntryList key={name} field={field} items={itemsOf(value[name])} {...shared(name)} />
        }
        if (field.kind === 'group') {
          return <EntryFields key={name} fields={field.fields} value={valueOf(value[name])} {...shared(name)} />
        }
        return <OneField key={name} field={field} value={textOf(value[name])} {...shared(name)} />
      })}
    </div>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const valueOf = (value: unknown): EntryValue => (typeof value === 'object' && value !== null ? { ...value } : {})
const itemsOf = (value: unknown): readonly EntryValue[] => (Array.isArray(value) ? value.map(valueOf) : [])

type Shared = Pick<EntryFieldsProps, 'place' | 'problems'>
type OneFieldProps = Shared & {
  field: Exclude<EntryField, { kind: 'list' | 'group' }>
  value: string
  onChange: (value: string) => void
}

function OneField({ field, value, onChange, place, problems }: OneFieldProps) {
  const shared = { label: field.label, hint: field.hint, error: problems.get(place), value }
  if (field.kind === 'choice') {
    return (
      <SelectField {...shared} onChange={event => onChange(event.target.value)}>
        {field.choices.map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  }
  if (field.kind === 'text') {
    return (
      <TextArea
        {...shared}
        rows={field.rows ?? 3}
        className={styles.whole}
        onChange={event => onChange(event.target.value)}
      />
    )
  }
  const isLink = field.kind === 'link'
  return (
    <TextField
      {...shared}
      autoComplete="off"
      {...(isLink && { inputMode: 'url', autoCapitalize: 'off', spellCheck: false })}
      onChange={event => onChange(event.target.value)}
    />
  )
}

type EntryListProps = Shared & {
  field: Extract<EntryField, { kind: 'list' }>
  items: readonly EntryValue[]
  onChange: (items: readonly EntryValue[]) => void
}

/** Things of one kind below each other, in the order in which the page shows them. */
function EntryList({ field, items, onChange, place, problems }: EntryListProps) {
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [news, setNews] = useState('')
  const problem = problems.get(place)
  const nameAt = (index: number) => `${field.one} ${index + 1}`
  const remove = (index: number) => {
    onChange(items.toSpliced(index, 1))
    // The button that had the focus is gone: it goes on where one can be added.
    add.current?.focus()
  }
  const moveUp = (index: number) => {
    const item = items[index]
    if (!item) return
    onChange(items.toSpliced(index, 1).toSpliced(index - 1, 0, item))
    setNews(texts.movedTo(nameAt(index - 1)))
    // The next press moves the same one, and the first has no way up: its own first button is the one that removes it.
    list.current?.children[index - 1]?.lastElementChild?.querySelector('button')?.focus()
  }
  const isFull = items.length >= field.most
  return (
    <div ref={list} className={styles.list}>
      {items.map((item, index) => {
        const name = nameAt(index)
        return (
          <fieldset key={index} className={styles.item}>
            <legend>{name}</legend>
            <EntryFields
              fields={field.fields}
              value={item}
              onChange={changed => onChange(items.with(index, changed))}
              place={`${place}.${index}`}
              problems={problems}
            />
            <div className={styles.itemActions}>
              {index > 0 && (
                <Button size="small" variant="quiet" aria-label={texts.moveUp(name)} onClick={() => moveUp(index)}>
                  {texts.up}
                </Button>
              )}
              <Button size="small" variant="quiet" aria-label={texts.removeNamed(name)} onClick={() => remove(index)}>
                {texts.remove}
              </Button>
            </div>
          </fieldset>
        )
      })}
      {items.length === 0 && <p className={styles.empty}>{field.none}</p>}
      <p role="status" className="visually-hidden">
        {news}
      </p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div>
        <Button
          ref={add}
          size="small"
          aria-disabled={isFull || undefined}
          onClick={() => !isFull && onChange([...items, field.blank])}
        >
          {field.add}
        </Button>{' '}
        {isFull && <span className={styles.hint}>{texts.full(field.most)}</span>}
      </div>
    </div>
  )
}
