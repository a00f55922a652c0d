export const editStates = ['planning', 'planned', 'committing', 'committed', 'undoing', 'undone', 'cancelled'] as const
export type EditState = (typeof editStates)[number]

/** What becomes of a tool: planned until it is done; skipped or left where it was changed meanwhile. */
export const editRowStates = ['planned', 'unchanged', 'refused', 'done', 'skipped', 'undone', 'left'] as const
export type EditRowState = (typeof editRowStates)[number]

/** Tools that can be ticked; more are chosen by a filter. */
export const mostTicked = 1000

export const priceChanges = ['set', 'percent', 'amount'] as const
export const stockChanges = ['set', 'add'] as const
export const tagChanges = ['add', 'remove', 'replace'] as const

/** Why a tool is not edited. */
export const editProblems = {
  'price-too-low': 'The price would not be above 0.',
  'price-too-high': 'The price would be more than the shop can charge.',
  'minimum-not-multiple': 'The minimum order quantity would be no multiple.',
  'minimum-too-high': 'The minimum order quantity would be more than what is available.',
  'stock-held': 'Orders hold, or have taken, units that would go.',
  'stock-too-much': 'That is more than can be counted.',
  'too-many-tags': 'There would be more than 12 key features.',
  'changed-meanwhile': 'Somebody has changed or deleted it meanwhile.',
  'category-gone': 'The category has been removed meanwhile; the tool stays where it is.',
  'not-permitted': 'Whoever asked for this may not change it any more.',
  'number-taken': 'Another tool has its part number by now.',
} as const
export type EditProblem = keyof typeof editProblems

/** Whether work is under way that a page waits for. */
export const isWorking = (state: EditState): boolean =>
  state === 'planning' || state === 'committing' || state === 'undoing'
