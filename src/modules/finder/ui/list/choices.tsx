import type { ReactNode } from 'react'
import { countInWords } from '../../lists.rules.ts'
import { useShop } from '#ui/shop.tsx'
import type { FacetValue } from '../../filters/facets.contract.ts'
import { searchTexts } from '../../search/search.texts.ts'
import styles from './filters.module.css'

/** More values than these stand behind a press. */
const valuesShown = 8

/** The first few, with all chosen ones among them, and the rest. */
export function split<T extends FacetValue>(values: readonly T[], isChosen: (value: string) => boolean): [T[], T[]] {
  const isFirst = (value: T, at: number) => at < valuesShown || isChosen(value.value)
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
}

/** A filter of which several values can be chosen. */
export function Choices({ name, title, values, chosen }: ChoicesProps) {
  // What is chosen stays in sight, even when nothing of it is left.
  const missing = chosen.filter(value => !values.some(option => option.value === value))
  const all = [...values, ...missing.map(value => ({ value, label: value, count: 0 }))]
  if (all.length === 0) return null
  const [first, rest] = split(all, value => chosen.includes(value))
  const box = (value: FacetValue) => (
    <Value key={value.value} type="checkbox" name={name} facet={value} isChosen={chosen.includes(value.value)} />
  )
  return (
    <fieldset className={styles.group}>
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
}

export function Value({ type, name, facet: { value, label, count }, isChosen }: ValueProps) {
  return (
    <label className={styles.value}>
      <input type={type} name={name} value={value} defaultChecked={isChosen} />
      <span>{label}</span>
      {count !== undefined && <Count of={count} />}
    </label>
  )
}
