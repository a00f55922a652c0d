/** `coming`: held for its refund, which has not ended. `off`: that refund failed, and another return can bring the units back. */
export const returnStates = ['coming', 'back', 'off'] as const
export type ReturnState = (typeof returnStates)[number]

/** What becomes of units that come back: they stand on the shelf again, or are thrown away. */
export const returnEnds = ['stock', 'scrap'] as const
export type ReturnEnd = (typeof returnEnds)[number]
