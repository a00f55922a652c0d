import { type NumberField, readFigure } from '../typed-number.ts'
import type { TableForm } from './table.ts'

/** Weights and sizes: with as many decimals as they are written with. */
export const measures: NumberField = { locale: 'en', decimals: 12 }

/** How the figures of a column are written; undefined for one of texts or numbers. */
export function figureField<Name extends string>(
  { kindOf, money }: Pick<TableForm<Name>, 'kindOf' | 'money'>,
  name: Name,
): NumberField | undefined {
  const kind = kindOf(name)
  if (kind === 'text' || kind === 'number') return undefined
  return kind === 'amount' ? money : measures
}

/** Whether a cell is a figure, by one sign of decimals or the other. */
export const isFigureIn = (cell: string, field: NumberField): boolean =>
  (['.', ','] as const).some(sign => readFigure(cell, sign, field) !== undefined)
