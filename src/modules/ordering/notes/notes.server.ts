import type { Handlers } from '#kernel/endpoint'
import { audit } from '#platform/audit'
import { type Context, callerOf, newId, transact } from '#platform/context'
import { requireVisible } from '../orders/rights.server.ts'
import { lockOrder } from '../release/locks.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { notesContract } from './notes.contract.ts'

/**
 * The calls of `ordering/notes/notes.contract.ts`. The trail says that a note was written or removed, and by whom, but not
 * what it said: it may speak of a person, and nothing goes from the trail.
 */
export const notesHandlers: Handlers<typeof notesContract, Context> = {
  async listNotes(ctx, { params }) {
    await requireVisible(ctx, params.id)
    const rows = await ctx.db
      .selectFrom('order_note as note')
      .leftJoin('account', 'account.id', 'note.author_id')
      .select(['note.id', 'note.text', 'note.at', 'account.display_name'])
      .where('note.order_id', '=', params.id)
      .orderBy('note.id')
      .execute()
    return rows.map(({ id, text, at, display_name }) => ({ _id: id, text, author: display_name, at: at.toISOString() }))
  },

  async addNote(ctx, { params, body }) {
    // Whoever takes the buyer out of the order waits, or has done so: notes written before go, and later ones stay.
    if (!(await lockOrder(ctx, params.id))) throw refuse('order-gone')
    const noteId = newId()
    await ctx.db
      .insertInto('order_note')
      .values({ id: noteId, order_id: params.id, author_id: callerOf(ctx).id, text: body.text, at: ctx.now() })
      .execute()
    await audit(ctx, {
      action: 'order.noted',
      subject: { kind: 'order', id: params.id },
      after: { noteId },
    })
    return { insertedId: noteId }
  },

  removeNote: (ctx, { params }) =>
    transact(ctx, async ctx => {
      if (!(await lockOrder(ctx, params.id))) throw refuse('order-gone')
      const gone = await ctx.db
        .deleteFrom('order_note')
        .where(({ eb }) => eb.and({ id: params.noteId, order_id: params.id }))
        .returning('id')
        .executeTakeFirst()
      if (!gone) return { deletedCount: 0 }
      await audit(ctx, {
        action: 'order.note-removed',
        subject: { kind: 'order', id: params.id },
        before: { noteId: params.noteId },
      })
      return { deletedCount: 1 }
    }),
}
