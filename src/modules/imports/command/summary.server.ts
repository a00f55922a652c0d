import { labelOf } from '#rules/catalogue'
import type { Context } from '#platform/context'
import { type RowKind, outcomes, rowKinds } from '../import.rules.ts'
import { importsTexts as texts, kindNames, outcomeNames } from '../imports.texts.ts'
import { partsText } from '../mapping/mapping.texts.ts'
import { problemTexts } from '../problems/problems.texts.ts'
import { plannedAttributes } from '../plan/attributes/plan.server.ts'
import { type ImportRow, plannedOf } from '../row.server.ts'

/** The preview: a table of text without the kinds of which the files have nothing, and the attributes that are added. */
export async function summary(ctx: Context, row: ImportRow): Promise<string> {
  const made = row.state === 'staged' ? await plannedAttributes(ctx, plannedOf(row)) : []
  const lines = made.map(one => `  ${one.path}: ${labelOf(one)}, ${one.kind}, ${partsText(one.parts)}`)
  return [countsOf(row), ...(made.length > 0 ? [texts.attributesAdded, ...lines] : [])].join('\n')
}

function countsOf(row: ImportRow): string {
  const lines = rowKinds.flatMap(kind => lineOf(row, kind))
  const head = ['', ...outcomes.map(outcome => outcomeNames[outcome])]
  const cells = [head, ...lines]
  const widths = head.map((_, at) => Math.max(...cells.map(line => (line[at] ?? '').length)))
  const table = cells.map(line =>
    line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  )
  const more = [
    problemTexts.problems(row.problem_count),
    problemTexts.notes(row.note_count),
    `${row.overlap_count} overlaps`,
    `${row.duplicate_count} duplicates`,
  ].join(', ')
  return `Import ${row.number} from ${row.source}\n${table.join('\n')}\n${more}.`
}

function lineOf(row: ImportRow, kind: RowKind): string[][] {
  const counts = row.counts?.[kind]
  if (!counts || outcomes.every(outcome => counts[outcome] === 0)) return []
  return [[kindNames[kind], ...outcomes.map(outcome => String(counts[outcome]))]]
}
