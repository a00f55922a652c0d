import { fitTexts } from './fit.texts.ts'
import type { FitAnswer, FitCondition } from '../answers.rules.ts'

/** One application of a part: a row of the table `fitment`. */
export type FitRow = {
  fits: boolean
  /** None: the vehicle whatever its engine. */
  engine: string | null
  conditions: readonly FitCondition[]
  notes: readonly string[]
  position: string | null
  quantity: number | null
  /** Its public name; null where buyers are told nothing of it. */
  source: string | null
  /** `2026-11-21` */
  date: string
  isDemo: boolean
}

export type FitStatement = {
  answer: FitAnswer
  isUniversal: boolean
  conditions: FitCondition[]
  notes: string[]
  position?: string
  quantity?: number
  source?: string
  date?: string
  isDemo?: boolean
}

/**
 * A row that the answer rests on. `fits`: under its conditions; `fits-engine`: with this engine; `with-engine`: it fits
 * with the others anyhow, with this one under its conditions; `not`: not under its conditions; `not-engine`: not with this
 * engine.
 */
export type Choice =
  | { kind: 'fits'; row: FitRow }
  | { kind: 'fits-engine' | 'with-engine' | 'not-engine'; engine: string; row: FitRow }
  | { kind: 'not'; engine?: string; row: FitRow }

type Words = Pick<FitStatement, 'conditions' | 'notes' | 'position' | 'quantity'>

/** What depends on what, in the shape that a screen lists; `deciding` are the rows that said it. */
export function wordsOf(choices: readonly Choice[]): Words & { deciding: FitRow[] } {
  const statements: Statements = { conditions: [], notes: [] }
  const fitting = choices.filter(choice => choice.kind === 'fits' || choice.kind === 'fits-engine')
  tellAlternatives(statements, fitting.map(alternativeOf))
  for (const choice of choices) tellOther(statements, choice)
  const rows = fitting.map(({ row }) => row)
  return {
    conditions: unique(statements.conditions),
    notes: unique(statements.notes),
    ...amountOf(rows),
    deciding: rows.length > 0 ? rows : choices.map(({ row }) => row),
  }
}

type Statements = { conditions: FitCondition[]; notes: string[] }
type Alternative = { conditions: FitCondition[]; notes: readonly string[] }

function alternativeOf(choice: Choice): Alternative {
  const engine = choice.kind === 'fits-engine' ? [{ name: fitTexts.engine, value: choice.engine }] : []
  return { conditions: [...engine, ...choice.row.conditions], notes: choice.row.notes }
}

function tellAlternatives(statements: Statements, given: readonly Alternative[]): void {
  const alternatives = merged(unique(given))
  // Nothing has to be true: whatever else would do as well.
  if (alternatives.some(({ conditions, notes }) => conditions.length === 0 && notes.length === 0)) return
  const [first, ...others] = alternatives
  if (!first) return
  const haveSameNotes = others.every(({ notes }) => isSame(notes, first.notes))
  if (haveSameNotes) statements.notes.push(...first.notes)
  if (others.length === 0) {
    statements.conditions.push(...first.conditions)
    return
  }
  for (const [position, { conditions, notes }] of alternatives.entries()) {
    const parts = [...conditions.map(fitTexts.condition), ...(haveSameNotes ? [] : notes)]
    statements.conditions.push({ name: position === 0 ? fitTexts.either : fitTexts.or, value: fitTexts.allOf(parts) })
  }
}

/** Alternatives that differ in the value of one condition are one, with all of its values. */
function merged(alternatives: readonly Alternative[]): readonly Alternative[] {
  const [first, ...others] = alternatives
  if (!first || others.length === 0) return alternatives
  const names = first.conditions.map(({ name }) => name)
  const areAlike = others.every(
    ({ conditions, notes }) =>
      isSame(
        conditions.map(({ name }) => name),
        names,
      ) && isSame(notes, first.notes),
  )
  const differing = names.filter((_, at) =>
    others.some(({ conditions }) => conditions[at]?.value !== first.conditions[at]?.value),
  )
  if (!areAlike || differing.length !== 1) return alternatives
  const conditions = first.conditions.map((condition, at) => ({
    name: condition.name,
    value: fitTexts.oneOf(unique(alternatives.map(one => one.conditions[at]?.value ?? ''))),
  }))
  return [{ conditions, notes: first.notes }]
}

function tellOther(statements: Statements, choice: Choice): void {
  const { conditions, notes } = choice.row
  const parts = [...conditions.map(fitTexts.condition), ...notes]
  if (choice.kind === 'not-engine') {
    statements.conditions.push({ name: fitTexts.notWithNamed(fitTexts.engine), value: choice.engine })
  }
  if (choice.kind === 'with-engine' && parts.length > 0) {
    statements.conditions.push({ name: fitTexts.withEngine(choice.engine), value: fitTexts.allOf(parts) })
  }
  if (choice.kind !== 'not') return
  const [only] = conditions
  if (choice.engine) {
    const engine = fitTexts.condition({ name: fitTexts.engine, value: choice.engine })
    statements.conditions.push({ name: fitTexts.notWith, value: fitTexts.allOf([engine, ...parts]) })
  } else if (only && parts.length === 1) {
    statements.conditions.push({ name: fitTexts.notWithNamed(only.name), value: only.value })
  } else if (conditions.length === 0 && parts.length === 1) {
    statements.notes.push(fitTexts.notWithNote(fitTexts.allOf(parts)))
  } else {
    statements.conditions.push({ name: fitTexts.notWith, value: fitTexts.allOf(parts) })
  }
}

/** Positions side by side, and units in all of them: said only where every row agrees on how many. */
function amountOf(rows: readonly FitRow[]): Pick<FitStatement, 'position' | 'quantity'> {
  const positions = unique(rows.flatMap(row => row.position ?? []))
  const quantities = unique(rows.map(row => [row.position, row.quantity] as const))
  const isAgreed = quantities.length === unique(quantities.map(([position]) => position)).length
  const isComplete = rows.length > 0 && quantities.every(([, quantity]) => quantity !== null)
  const alternatives = unique(rows.map(({ conditions, notes, engine }) => [conditions, notes, engine]))
  const isOneWay = alternatives.length < 2 || quantities.length < 2
  const total = quantities.reduce((sum, [, quantity]) => sum + (quantity ?? 0), 0)
  return {
    ...(positions.length > 0 && { position: fitTexts.allOf(positions) }),
    ...(isAgreed && isComplete && isOneWay && { quantity: total }),
  }
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
