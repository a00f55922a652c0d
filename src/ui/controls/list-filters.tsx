import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { isDay } from '#kernel/days'
import { SelectField, TextField } from './field.tsx'
import { kitTexts } from '../kit.texts.ts'
import styles from './list-filters.module.css'

type Choice = { name: string; label: string; options: readonly { value: string; label: string }[] }
type ListFiltersProps = {
  /** What the search looks at: "Customer, tool or order number". */
  searchLabel?: string
  choices?: readonly Choice[]
  /** Further fields: plain dates, texts and amounts as they are typed, kept in the address under their `name`. */
  fields?: readonly { name: string; label: string; type: 'text' | 'date' | 'amount' }[]
  /** What else of the address stays when the filter changes, such as `sort`. */
  keep?: readonly string[]
}

/** How long typing may pause before the list is read anew. */
const typingPauseMs = 300

/**
 * The filter row of a list. What is chosen stands in the page's address (`?q=…&state=…`), so that it survives a
 * reload, can be shared, and the way back leads to the same list. Read it with `useFilters`.
 */
export function ListFilters({ searchLabel, choices = [], fields = [], keep = [] }: ListFiltersProps) {
  const [query, setQuery] = useSearchParams()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  // Who follows a link right after typing must not be called back by the filter.
  const isLeaving = next !== undefined && next.pathname !== pathname
  useEffect(() => {
    if (isLeaving) clearTimeout(timer.current)
  }, [isLeaving])
  // The address can change without this row: by the way back, or a button that shows everything again.
  useEffect(() => {
    for (const control of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? [])
      if (control !== document.activeElement) control.value = shownIn(control.type, query.get(control.name))
  }, [query])
  const apply = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    const next = new URLSearchParams([...query].filter(([name]) => keep.includes(name)))
    for (const [name, value] of new FormData(form)) {
      if (typeof value === 'string' && value.trim()) next.set(name, value.trim())
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const typed = (event: FormEvent<HTMLInputElement>) => {
    const { form } = event.currentTarget
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form && apply(form), typingPauseMs)
  }
  return (
    <form
      ref={form}
      role="search"
      className={styles.filters}
      onSubmit={event => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      {searchLabel && (
        <TextField
          name="q"
          type="search"
          label={searchLabel}
          defaultValue={query.get('q') ?? ''}
          onInput={typed}
          autoComplete="off"
          className={styles.search}
        />
      )}
      {choices.map(({ name, label, options }) => (
        <SelectField
          key={name}
          name={name}
          label={label}
          defaultValue={query.get(name) ?? ''}
          onChange={event => event.currentTarget.form && apply(event.currentTarget.form)}
        >
          <option value="">{kitTexts.all}</option>
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      ))}
      {fields.map(({ name, label, type }) => (
        <TextField
          key={name}
          name={name}
          type={type === 'date' ? 'date' : 'text'}
          {...(type === 'amount' && { inputMode: 'decimal' as const })}
          label={label}
          defaultValue={shownIn(type, query.get(name))}
          onInput={typed}
          autoComplete="off"
        />
      ))}
    </form>
  )
}

/** What a field shows of the address: a date field takes nothing but a day, and warns of anything else. */
const shownIn = (type: string, value: string | null): string =>
  value === null || (type === 'date' && !isDay(value)) ? '' : value

/**
 * What the filter row says, by the names of its fields; what is not set is left out. `days`: the fields of days. The address may say
 * something else by their names, such as where a link was: what is no day is no filter.
 */
export function useFilters(days: readonly string[] = []): Record<string, string> {
  const [query] = useSearchParams()
  return Object.fromEntries([...query].filter(([name, value]) => !days.includes(name) || isDay(value)))
}
