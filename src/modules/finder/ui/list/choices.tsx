import { type ReactNode, useRef } from 'react'
import { countInWords } from '../../finder.rules.ts'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { useShop } from '#ui/shop.tsx'
import type { FacetValue } from '../../finder.contract.ts'
import { searchTexts } from '../../search/search.texts.ts'
import styles from './filters.module.css'

/** More values than these stand behind a press. */
const valuesShown = 8

/** The first few, with all chosen ones among them, and the rest. */
export function split(
  values: readonly FacetValue[],
  isChosen: (value: string) => boolean,
): [FacetValue[], FacetValue[]] {
  const isFirst = (value: FacetValue, at: number) => at < valuesShown || isChosen(value.value)
  return [values.filter(isFirst), values.filter((value, at) => !isFirst(value, at))]
}

/** The rest, behind a press. */
export function More({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <details className={styles.more}>
      <summary>{searchTexts.moreValues(count)}</summary>
      {children}
    </details>
  )
}

/** How many a value would leave. */
export function Count({ of: count }: { of: number }) {
  const { locale } = useShop()
  return <span className={styles.count}>{countInWords(count, locale)}</span>
}

type ChoicesProps = {
  name: string
  title: string
  values: readonly FacetValue[]
  chosen: readonly string[]
  onToggle: (value: string, isChosen: boolean) => void
}

/** A filter of which several values can be chosen. */
export function Choices({ name, title, values, chosen, onToggle }: ChoicesProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const toggled = useRef('')
  // A value that is ticked behind "Show more" moves to the front, and the focus with it.
  const follow = useFocusWhenGone(() =>
    [...(group.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === toggled.current),
  )
  // What is chosen stays in sight, even when nothing of it is left.
  const missing = chosen.filter(value => !values.some(known => known.value === value))
  const all = [...values, ...missing.map(value => ({ value, label: value, count: 0 }))]
  if (all.length === 0) return null
  const [first, rest] = split(all, value => chosen.includes(value))
  const box = (value: FacetValue) => (
    <Value
      key={value.value}
      type="checkbox"
      name={name}
      facet={value}
      isChosen={chosen.includes(value.value)}
      onChange={(isChosen, input) => {
        toggled.current = value.value
        follow(input)
        onToggle(value.value, isChosen)
      }}
    />
  )
  return (
    <fieldset ref={group} className={styles.group}>
      <legend>{title}</legend>
      {first.map(box)}
      <More count={rest.length}>{rest.map(box)}</More>
    </fieldset>
  )
}

type ValueProps = {
  type: 'checkbox' | 'radio'
  name: string
  facet: Omit<FacetValue, 'count'> & { count?: number }
  isChosen: boolean
  onChange: (isChosen: boolean, input: HTMLInputElement) => void
}

export function Value({ type, name, facet: { value, label, count }, isChosen, onChange }: ValueProps) {
  return (
    <label className={styles.value}>
      <input
        type={type}
        name={name}
        value={value}
        checked={isChosen}
        onChange={({ currentTarget }) => onChange(currentTarget.checked, currentTarget)}
      />
      <span>{label}</span>
      {count !== undefined && <Count of={count} />}
    </label>
  )
}
