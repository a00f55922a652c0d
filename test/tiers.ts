/** The options of a test that only `npm run test:long` runs. */
export const long = { tags: 'long' }

/**
 * Defines a test that says more the longer it goes on, once for `npm test` and once for `npm run test:long`, with so many
 * rounds, runs or orders each.
 */
export function inTiers(
  sizes: { short: number; long: number },
  define: (size: number, options: { tags?: string }) => void,
): void {
  define(sizes.short, {})
  define(sizes.long, long)
}
