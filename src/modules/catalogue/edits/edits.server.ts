import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Handlers } from '#kernel/endpoint'
import { type FieldError, refuseFields } from '#kernel/refusals'
import { audit } from '#platform/audit'
import { type Context, newId, transact } from '#platform/context'
import { asAsker, askerColumns, asker } from '#platform/jobs/asked'
import { sendLostJobs } from '#platform/jobs/sent'
import { problemOfTaxClass } from '#rules/tax'
import { requireRights } from '#services/accounts'
import { toolProblems } from '../problems.texts.ts'
import { findCategory } from '../categories/find.server.ts'
import { byPath } from '../tools/filter.server.ts'
import { refuse } from '../refusals.rules.ts'
import { finishEdit, rightsNeeded } from './apply.server.ts'
import type { NewToolEdit, ToolEdit, toolEditsContract } from './edits.contract.ts'
import { type EditState, editStates, isWorking } from './edits.rules.ts'
import { type StoredChange, type Scope, storedPrice, planEdit } from './plan.server.ts'
import { listEditRows, listEdits, readEdit } from './read.server.ts'

const queue = 'tool-edits'

/** The calls of `edits.contract.ts`. */
export const toolEditsHandlers: Handlers<typeof toolEditsContract, Context> = {
  listToolEdits: (ctx, { query }) => listEdits(ctx, query),
  beginToolEdit: (ctx, { body }) => beginEdit(ctx, body),
  getToolEdit: (ctx, { params }) => readEdit(ctx, params.id),
  listToolEditRows: (ctx, { params, query }) => listEditRows(ctx, params.id, query),
  commitToolEdit: (ctx, { params }) => goOn(ctx, params.id, { from: ['planned'], to: 'committing', done: 'committed' }),
  undoToolEdit: (ctx, { params }) => goOn(ctx, params.id, { from: ['committed'], to: 'undoing', done: 'undone' }),
  cancelToolEdit: (ctx, { params }) =>
    goOn(ctx, params.id, { from: ['planning', 'planned'], to: 'cancelled', done: 'cancelled' }),
}

/** The work on edits, taken up again after a restart: a plan begins anew, a commit or an undo goes on behind its last batch. */
export function defineEditJobs(system: Context): void {
  const options = {
    does: 'Plans, commits and undoes edits of many tools.',
    retries: 20,
    atATime: 1,
    expireInSeconds: 4 * 3600,
  }
  system.jobs.define<{ id: string }>(queue, options, async ({ id }) => {
    const ctx = await asAsker(system, { table: 'tool_edit', id })
    const edit = await ctx.db.selectFrom('tool_edit').select('state').where('id', '=', id).executeTakeFirst()
    // One step: what leads to the next one sends a job of its own.
    await (edit?.state === 'planning' ? planEdit(ctx, id) : finishEdit(ctx, id))
  })
  system.jobs.repeat(
    'tool-edit-care',
    { cron: '47 * * * *', does: 'Takes up edits of many tools whose job was lost.' },
    () => careForEdits(system),
  )
}

/** A second job finds the edit's row locked, and behind the lock the tools that are done crossed off. */
export const careForEdits = (ctx: Context): Promise<void> =>
  sendLostJobs(ctx, { table: 'tool_edit', states: editStates.filter(isWorking), queue })

function beginEdit(ctx: Context, input: z.output<typeof NewToolEdit>): Promise<{ insertedId: string; number: number }> {
  return transact(ctx, async ctx => {
    const id = newId()
    await requireRights(ctx, rightsNeeded(input.change))
    const change = await readChange(ctx, input.change)
    const scope: Scope = input.ids
      ? { ids: [...new Set(input.ids)] }
      : { filter: await byPath(ctx, input.filter ?? {}) }
    const { number } = await ctx.db
      .insertInto('tool_edit')
      .values({
        id,
        scope: JSON.stringify(scope),
        change: JSON.stringify(change),
        actor_kind: ctx.actor.kind,
        actor_id: ctx.actor.id,
        created_at: ctx.now(),
        ...askerColumns(ctx),
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    const tools = scope.ids ? { tools: scope.ids.length } : { filter: scope.filter }
    await audit(ctx, {
      action: 'tool-edit.begun',
      subject: { kind: 'tool-edit', id },
      after: { number, change, ...tools },
    })
    await ctx.jobs.send(ctx.db, queue, { id })
    return { insertedId: id, number }
  })
}

async function readChange(ctx: Context, input: z.output<typeof NewToolEdit>['change']): Promise<StoredChange> {
  const { price, category: categoryText, ...change } = input
  const errors: FieldError[] = []
  const stored: StoredChange = change
  if (price) {
    const amount = storedPrice(price, ctx.settings.currency)
    if (amount) stored.price = amount
    else errors.push({ field: 'change.price.value', message: toolProblems.amount })
  }
  if (categoryText === null) stored.category = { id: null, name: null }
  else if (categoryText !== undefined) {
    const category = await findCategory(ctx, categoryText)
    if (category) stored.category = { id: category.id, name: category.full_name }
    else errors.push({ field: 'change.category', message: toolProblems.categoryUnknown })
  }
  const classProblem = change.taxClass && problemOfTaxClass(change.taxClass, ctx.settings.taxTable)
  if (classProblem) errors.push({ field: 'change.taxClass', message: classProblem })
  if (errors.length > 0) throw refuseFields(errors)
  return stored
}

type Step = { from: EditState[]; to: EditState; done: EditState }

/**
 * Takes an edit one state further, once. Asked for again while that goes on, it sends another job, for the first may have given
 * up, or been lost with a restored database: whichever comes second finds it done. Refuses: tool-edit-not-ready,
 * columns-not-permitted.
 */
function goOn(ctx: Context, id: string, { from, to, done }: Step): Promise<ToolEdit> {
  return transact(ctx, async ctx => {
    const edit = await ctx.db
      .selectFrom('tool_edit')
      .select(['state', 'change'])
      .where('id', '=', id)
      .$narrowType<{ state: EditState; change: StoredChange }>()
      .forUpdate()
      .executeTakeFirst()
    if (!edit) throw refuse('tool-edit-gone')
    const { state } = edit
    if (state === done) return readEdit(ctx, id)
    if (state !== to && !from.includes(state)) throw refuse('tool-edit-not-ready')
    if (to !== 'cancelled') await requireRights(ctx, rightsNeeded(edit.change))
    await sql`update tool_edit set state = ${to}, ${asker(ctx)} where id = ${id}`.execute(ctx.db)
    if (to === 'cancelled') await audit(ctx, { action: 'tool-edit.cancelled', subject: { kind: 'tool-edit', id } })
    else await ctx.jobs.send(ctx.db, queue, { id })
    return readEdit(ctx, id)
  })
}
