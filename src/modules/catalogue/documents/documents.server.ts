import { sql } from 'kysely'
import type { Handlers } from '#kernel/endpoint'
import { type Context, transact } from '#platform/context'
import { audit } from '#platform/audit'
import { documentPath } from '#rules/media'
import { type ImageStore, storeDocument } from '#services/media'
import { refuse } from '../refusals.rules.ts'
import { slugOf } from '../slug.rules.ts'
import type { ToolDocument, documentsContract } from './documents.contract.ts'
import { type DocumentKind, documentKindNames, documentsOfTool } from './documents.rules.ts'

export const documentsHandlers = (store: ImageStore): Handlers<typeof documentsContract, Context> => ({
  async addToolDocument(ctx, { params, query, file }) {
    // Before the file is kept; asked again where it counts.
    await requireOnSale(ctx, params.id)
    const documentId = await storeDocument(ctx, store, file)
    const { kind, name = '' } = query
    return transact(ctx, ctx => attach(ctx, params.id, { documentId, kind, name }))
  },

  removeToolDocument: (ctx, { params }) => transact(ctx, ctx => detach(ctx, params.id, params.document)),
})

type Attaching = { documentId: string; kind: DocumentKind; name: string }

/** Puts a stored document to a tool; one that it has gets another name. Refuses: tool-gone, document-there, too-many-documents. */
async function attach(ctx: Context, toolId: string, { documentId, kind, name }: Attaching): Promise<ToolDocument> {
  const tool = await lockTool(ctx, toolId)
  const before = await readDocuments(ctx, tool)
  const existing = before.find(({ _id }) => _id === documentId)
  if (!existing && before.length >= documentsOfTool.most) {
    throw refuse('too-many-documents', { most: documentsOfTool.most })
  }
  if (existing && existing.kind !== kind) {
    throw refuse('document-there', { kind: documentKindNames[existing.kind], name: existing.name })
  }
  if (existing?.name === name) return existing
  await ctx.db
    .insertInto('tool_document')
    .values({ tool_id: toolId, document_id: documentId, kind, name, added_at: ctx.now() })
    .onConflict(conflict => conflict.columns(['tool_id', 'document_id']).doUpdateSet({ kind, name }))
    .execute()
  const added = (await readDocuments(ctx, tool)).find(({ _id }) => _id === documentId)
  if (!added) throw new Error('the document that was added is not there')
  await audit(ctx, {
    action: existing ? 'tool.document-changed' : 'tool.document-added',
    subject: { kind: 'tool', id: toolId },
    ...(existing && { before: { kind: existing.kind, name: existing.name } }),
    after: { document: documentId, kind, name },
  })
  return added
}

/** Doing so twice is doing it once; the file goes a day after its last tool. */
async function detach(ctx: Context, toolId: string, documentId: string): Promise<{ deletedCount: number }> {
  await lockTool(ctx, toolId)
  const gone = await ctx.db
    .deleteFrom('tool_document')
    .where('tool_id', '=', toolId)
    .where('document_id', '=', documentId)
    .returning(['kind', 'name'])
    .executeTakeFirst()
  if (!gone) return { deletedCount: 0 }
  const before = { document: documentId, ...gone }
  await audit(ctx, { action: 'tool.document-removed', subject: { kind: 'tool', id: toolId }, before })
  return { deletedCount: 1 }
}

const onSale = (ctx: Context, id: string) =>
  ctx.db.selectFrom('tool').select(['id', 'name']).where('id', '=', id).where('archived_at', 'is', null)

async function requireOnSale(ctx: Context, id: string): Promise<void> {
  if (!(await onSale(ctx, id).executeTakeFirst())) throw refuse('tool-gone')
}

/** From here to the end of the transaction nobody else counts or changes the documents of this tool. */
async function lockTool(ctx: Context, id: string): Promise<{ _id: string; name: string }> {
  const tool = await onSale(ctx, id).forNoKeyUpdate().executeTakeFirst()
  if (!tool) throw refuse('tool-gone')
  return { _id: tool.id, name: tool.name }
}

type Named = { _id: string; name: string }

async function readDocuments(ctx: Context, tool: Named): Promise<ToolDocument[]> {
  const { rows } = await sql<DocumentsRow>`select ${documentColumns} from tool where id = ${tool._id}`.execute(ctx.db)
  return rows.flatMap(row => documentsOf(tool.name, row))
}

/** What `documentsOf` reads of a tool. */
export const documentColumns = sql`(
    select jsonb_agg(
      jsonb_build_object('_id', document.id, 'kind', link.kind, 'name', link.name, 'key', document.key, 'bytes', document.bytes)
      order by link.added_at, document.id)
    from tool_document link join document on document.id = link.document_id where link.tool_id = tool.id
  ) as documents`
export type DocumentsRow = { documents: (Omit<ToolDocument, 'url'> & { key: string })[] | null }

/** The documents of a tool, in the order in which they came. Its name stands in their addresses. */
export function documentsOf(toolName: string, { documents }: DocumentsRow): ToolDocument[] {
  return (documents ?? []).map(({ key, ...document }) => {
    const called = [slugOf(toolName), document.kind, slugOf(document.name)].filter(Boolean).join('-')
    return { ...document, url: documentPath(key, called) }
  })
}
