import type { Context } from './context.server.ts'

/**
 * How a module's verbs say that they have come to a failpoint. In a shop that runs nobody listens; a test kills the shop there.
 * At a failpoint inside a transaction, its changes are still uncommitted.
 */
export function failpointsOf<const Name extends string>(_names: readonly Name[]) {
  return (ctx: Pick<Context, 'onFailpoint'>, name: Name): void | Promise<void> => ctx.onFailpoint?.(name)
}
