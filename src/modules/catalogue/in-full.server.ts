import type { Context } from '#platform/context'
import { withAttributes } from './attributes/values.server.ts'
import type { Tool, ToolInFull } from './catalogue.contract.ts'
import { withPictures } from './pictures/pictures.server.ts'

/** Tools with what their lists leave out: attributes and pictures. As many queries, whatever their number. */
export async function inFull<T extends Tool>(
  ctx: Pick<Context, 'db' | 'remember'>,
  tools: readonly T[],
): Promise<(T & ToolInFull)[]> {
  return withPictures(ctx, await withAttributes(ctx, tools))
}
