import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, requiredLines } from '#kernel/fields'
import { orderFieldTexts } from '../fields.texts.ts'

export const NewNote = z.object({ text: requiredLines(() => orderFieldTexts.note, 2000) })

/** What staff has written on an order, for each other: its customer never sees it. */
export const OrderNote = z.object({
  _id: z.string(),
  text: z.string(),
  /** The author's name; null where that account was deleted. */
  author: z.nullable(z.string()),
  at: z.string(),
})
export type OrderNote = z.infer<typeof OrderNote>

export const notesContract = {
  listNotes: endpoint('GET /orders/:id/notes', {
    summary: 'The notes that staff has written on an order, oldest first. Its customer never sees them.',
    access: 'staff:orders',
    params: z.object({ id: Id }),
    answer: z.array(OrderNote),
    refusals: ['order-gone'],
  }),
  addNote: endpoint('POST /orders/:id/notes', {
    summary: 'Writes a note on an order, for staff alone.',
    access: 'staff:orders',
    idempotent: true,
    params: z.object({ id: Id }),
    body: NewNote,
    answer: z.object({ insertedId: z.string() }),
    refusals: ['order-gone', 'idempotency-key-reused'],
  }),
  removeNote: endpoint('DELETE /orders/:id/notes/:noteId', {
    summary: 'Removes a note. Removed twice is removed once.',
    access: 'staff:orders',
    params: z.object({ id: Id, noteId: Id }),
    answer: z.object({ deletedCount: z.number() }),
    refusals: ['order-gone'],
  }),
}
