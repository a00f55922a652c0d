import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { endpoint } from '#kernel/endpoint'
import { Id, optionalText } from '#kernel/fields'
import { documentField, documentLimits } from '#rules/media'
import { documentKinds, documentsOfTool } from './documents.rules.ts'
import { toolFieldTexts } from '../fields.texts.ts'

/** A PDF of a tool. */
export const ToolDocument = z.object({
  _id: z.string(),
  kind: z.enum(documentKinds),
  /** What tells it from others of its kind, such as its language; often empty. */
  name: z.string(),
  url: Address,
  bytes: z.number(),
})
export type ToolDocument = z.infer<typeof ToolDocument>

export const documentsContract = {
  addToolDocument: endpoint('POST /tools/:id/documents', {
    summary:
      'Adds a PDF to a tool: a data sheet, a safety data sheet, instructions. The same file again is the same document, and of one kind.',
    access: 'staff:catalogue',
    upload: { field: documentField, mostBytes: documentLimits.mostBytes },
    params: z.object({ id: Id }),
    query: z.object({
      kind: z.enum(documentKinds, { error: () => toolFieldTexts.document }),
      name: optionalText(documentsOfTool.name),
    }),
    answer: ToolDocument,
    refusals: [
      'tool-gone',
      'not-a-pdf',
      'document-there',
      'too-many-documents',
      'documents-not-kept',
      'image-host-unreachable',
      'uploads-busy',
    ],
  }),
  removeToolDocument: endpoint('DELETE /tools/:id/documents/:document', {
    summary: 'Takes a document away from a tool.',
    access: 'staff:catalogue',
    params: z.object({ id: Id, document: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['tool-gone'],
  }),
}
