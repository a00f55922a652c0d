import { expect, it, vi } from 'vitest'

const { orders } = vi.hoisted(() => ({ orders: [] as string[][] }))

/** The attacks on signing in once more, with the plug-ins of the identity library in the opposite order. */
vi.mock('better-auth', async importOriginal => {
  const library = await importOriginal<typeof import('better-auth')>()
  const turnedRound = (options: Parameters<typeof library.betterAuth>[0]) => {
    const plugins = options.plugins?.toReversed() ?? []
    orders.push(plugins.map(({ id }) => id))
    return library.betterAuth({ ...options, plugins })
  }
  return { ...library, betterAuth: turnedRound }
})

await import('#test/attacks/second-factor.test')
await import('#test/attacks/session-fixation.test')
await import('./second-factor/changes.server.test.ts')

it('the plug-ins were turned round', () => {
  expect(orders[0]?.at(-1)).toBe('two-factor')
})
