import type { Context } from '#platform/context'
import { withAttributes } from '../attributes/values.server.ts'
import type { Tool, ToolInFull } from '../catalogue.contract.ts'
import { withDocuments } from '../documents/documents.server.ts'
import { withPictures } from '../pictures/pictures.server.ts'

/** Tools with what their lists leave out: attributes, pictures and documents. As many queries, whatever their number. */
export async function inFull<T extends Tool>(
  ctx: Pick<Context, 'db' | 'remember'>,
  tools: readonly T[],
): Promise<(T & ToolInFull)[]> {
  return withDocuments(ctx, await withPictures(ctx, await withAttributes(ctx, tools)))
}
