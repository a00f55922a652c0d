import type { Context } from './context.server.ts'

/**
 * How the verbs of a feature say that they have come to one of its steps. In a shop that runs nobody listens; a test
 * kills the shop there. A step that is reached inside a transaction has its changes still uncommitted.
 */
export function stepsOf<const Name extends string>(_names: readonly Name[]) {
  return (ctx: Pick<Context, 'onStep'>, name: Name): void | Promise<void> => ctx.onStep?.(name)
}
