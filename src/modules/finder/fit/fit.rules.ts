import { answerBit, answerWithEngine, answerWithoutEngine, isPositive, rowAnswers } from '../answers.rules.ts'
import { type Choice, type FitRow, type FitStatement, wordsOf } from './fit-words.rules.ts'

export type { FitRow, FitStatement } from './fit-words.rules.ts'

/** A part that fits whatever it is used on is neither green nor red. */
export const noData = (isUniversal: boolean): FitStatement => ({
  answer: 'no-data',
  isUniversal,
  conditions: [],
  notes: [],
})

/**
 * What the rows of a part say together, in words: the answer of `answerWithEngine` or `answerWithoutEngine`, and what it
 * depends on. `rows` are those of the vehicle whatever its engine, and of the engine that is known or else of every engine.
 */
export function fitOf(rows: readonly FitRow[], isEngineKnown: boolean): FitStatement {
  const base = rows.filter(row => row.engine === null)
  const engines = Map.groupBy(
    rows.filter(row => row.engine !== null),
    row => row.engine ?? '',
  )
  const own = [...engines.values()]
  const answer = isEngineKnown
    ? answerWithEngine(answerSetOf(base), answerSetOf(own.flat()))
    : answerWithoutEngine(answerSetOf(base), own.map(answerSetOf))
  if (answer === 'does-not-fit') {
    const plain = rows.filter(row => !row.fits && !isConditional(row))
    const ofEngine = plain.filter(row => row.engine !== null)
    return { ...noData(false), answer, ...originOf(isEngineKnown && ofEngine.length > 0 ? ofEngine : plain) }
  }
  const choices = isEngineKnown ? choicesOf(base, own.flat()) : choicesOfEngines(base, engines)
  const { deciding, ...words } = wordsOf(choices)
  return { answer, isUniversal: false, ...words, ...originOf(deciding) }
}

const isConditional = (row: Pick<FitRow, 'conditions' | 'notes'>) => row.conditions.length > 0 || row.notes.length > 0

const answerSetOf = (rows: readonly FitRow[]) => rows.reduce((set, row) => set | answerBit(rowAnswerOf(row)), 0)

function rowAnswerOf(row: FitRow): number {
  if (row.fits) return isConditional(row) ? rowAnswers.fitsIf : rowAnswers.fits
  return isConditional(row) ? rowAnswers.doesNotFitIf : rowAnswers.doesNotFit
}

/** The rows that the answer rests on, in the order of `answerWithEngine`. */
function choicesOf(base: readonly FitRow[], own: readonly FitRow[]): Choice[] {
  const excluding = [...base, ...own].filter(row => !row.fits && isConditional(row))
  return [
    ...positiveOf(base, own).map(row => ({ kind: 'fits' as const, row })),
    ...excluding.map(row => ({ kind: 'not' as const, row })),
  ]
}

function positiveOf(base: readonly FitRow[], own: readonly FitRow[]): readonly FitRow[] {
  for (const rows of [own, base]) {
    if (rows.some(row => !row.fits && !isConditional(row))) return []
    const fitting = rows.filter(row => row.fits)
    const plain = fitting.filter(row => !isConditional(row))
    if (fitting.length > 0) return plain.length > 0 ? plain : fitting
  }
  return []
}

/** As `choicesOf`, with the engine as a condition wherever it changes the answer. */
function choicesOfEngines(base: readonly FitRow[], engines: ReadonlyMap<string, readonly FitRow[]>): Choice[] {
  const otherwise = answerWithEngine(answerSetOf(base), 0)
  const choices: Choice[] = choicesOf(base, [])
  for (const [engine, own] of engines) {
    const answer = answerWithEngine(answerSetOf(base), answerSetOf(own))
    const excluding = own.filter(row => !row.fits && isConditional(row))
    const positive = positiveOf([], own)
    if (answer === 'does-not-fit') {
      if (isPositive(otherwise)) choices.push(...own.map(row => ({ kind: 'not-engine' as const, engine, row })))
      continue
    }
    // What the base says plainly needs no engine that says the same.
    const addsNothing = otherwise === 'fits' && answer === 'fits'
    const kind = otherwise === 'fits' ? ('with-engine' as const) : ('fits-engine' as const)
    if (!addsNothing) choices.push(...positive.map(row => ({ kind, engine, row })))
    choices.push(...excluding.map(row => ({ kind: 'not' as const, engine, row })))
  }
  return choices
}

/** The newest of the rows that decided. Where buyers are told nothing of its source, no older one stands in for it. */
function originOf(rows: readonly FitRow[]): Pick<FitStatement, 'source' | 'date' | 'isDemo'> {
  const [newest] = rows.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
  if (!newest) return {}
  const { source, date, isDemo } = newest
  return source === null ? { isDemo } : { source, date, isDemo }
}
