import { sql } from 'kysely'
import type { Context } from '#platform/context'
import { readDefinitions } from '../attributes/read.server.ts'
import { type AttributesRow, attributeColumns, attributesOf } from '../attributes/values.server.ts'
import type { ToolInFull } from '../catalogue.contract.ts'
import { type DocumentsRow, documentColumns, documentsOf } from '../documents/documents.server.ts'
import { type PicturesRow, pictureColumns, picturesOf } from '../pictures/pictures.server.ts'
import { type Showing, type ToolRow, toTool, toolColumns } from './row.server.ts'
import type { PricedTool } from './tool.contract.ts'

// Tools with what cards leave out: attributes, pictures and documents.

export type FullRow = ToolRow & AttributesRow & PicturesRow & DocumentsRow

/** What `inFull` reads of a tool, with `toolJoins`: all of it in one statement. */
export const fullColumns = sql`${toolColumns}, ${attributeColumns}, ${pictureColumns}, ${documentColumns}`

/** Makes tools of their rows. */
export async function inFull(
  ctx: Showing & Pick<Context, 'db' | 'remember'>,
): Promise<(row: FullRow) => PricedTool & ToolInFull> {
  const definitions = await readDefinitions(ctx)
  return row => {
    const tool = toTool(ctx, row)
    return {
      ...tool,
      attributes: attributesOf(row, definitions),
      pictures: picturesOf(tool.img, row),
      documents: documentsOf(tool.name, row),
    }
  }
}
