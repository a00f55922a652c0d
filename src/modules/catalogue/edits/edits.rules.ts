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

/** Whether work is under way that a page waits for. */
export const isWorking = (state: EditState): boolean =>
  state === 'planning' || state === 'committing' || state === 'undoing'
