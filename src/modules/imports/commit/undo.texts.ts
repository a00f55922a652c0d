import { texts } from '#kernel/texts'
import { formatNumber } from '#kernel/formats'
import type { LeftReason } from '../import.rules.ts'

/** Why undoing left something as it is, and what to do about it. */
export const leftReasons = texts<Record<LeftReason, string>>('imports.leftReasons', {
  'part-changed': 'Somebody has changed it since. Change it by hand.',
  'number-taken': 'Another part has its number by now. Remove that one, and add this one again.',
  'stock-held': 'Orders hold the units that would go. Correct its stock once they are done.',
  'stock-counted': 'Its stock was corrected since, so it stays as it was counted.',
  'replaced-otherwise': 'Another source says what replaces this number by now.',
  'vehicle-changed': 'This number means another vehicle by now.',
  'category-changed': 'Somebody has changed this category since. Change it by hand.',
  'category-used':
    'Something is in this category by now, or somebody has worked on it. Remove it by hand if nobody needs it.',
  'attribute-changed': 'Somebody has changed this attribute since. Change it by hand.',
  'attribute-used':
    'Parts have values of this attribute by now, or somebody has changed it. Remove it by hand if nobody needs it.',
  'choice-used': 'Parts have a choice of this attribute that would go. Change the attribute by hand.',
  'rows-gone': 'So many of its rows were gone already.',
})

export const undoTexts = texts('imports.undo', {
  undoLeft: (count: number) =>
    count === 1 ? '1 thing was left as it is' : `${formatNumber(count, 'en')} things were left as they are`,
  undoLeftWhat: 'What',
  undoLeftWhy: 'Why',
  undoLeftMore: (count: number) => `And ${formatNumber(count, 'en')} more.`,
})

/** What stands in the way of an undo. */
export const undoObstacles = texts('imports.undoObstacles', {
  placeTaken: 'something that has its place now',
  laterImport: (number: number) => `import ${number}`,
})

/** What the command says when it is done. */
export function undoneText(number: number, left: { count: number; first: readonly string[] } | null): string {
  if (!left) return `Import ${number} is undone: the shop is as it was before it.`
  const lines = left.first.map(line => `  ${line}`)
  const more = left.count - left.first.length
  return [
    `Import ${number} is undone, but for what was changed since. ${undoTexts.undoLeft(left.count)}:`,
    ...lines,
    ...(more > 0 ? [`  ${undoTexts.undoLeftMore(more)}`] : []),
  ].join('\n')
}
