/** What can become of a stock take. */
export const takeStates = ['open', 'booked', 'discarded'] as const
/** What became of a count: `held` where orders hold units that would go, `gone` where the tool is no longer sold. */
export const countOutcomes = ['same', 'booked', 'held', 'gone'] as const
