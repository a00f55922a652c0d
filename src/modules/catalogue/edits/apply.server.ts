import { type RawBuilder, sql } from 'kysely'
import { audit } from '#platform/audit'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { type RequiredRight, beyondRights } from '#services/accounts'
import { mostUnits } from '../catalogue.rules.ts'
import { editRights } from '../tools/edit-rights.rules.ts'
import type { StoredChange } from './plan.server.ts'

/** How many tools one transaction changes: orders wait for them that long, and no longer. */
const aBatch = 500

/** Goes on until every tool of an edit has been changed, or put back. What died half-way goes on behind its last batch. */
export async function finishEdit(ctx: Context, id: string): Promise<void> {
  while (await applyBatch(ctx, id));
}

/**
 * Changes the next tools of an edit, or puts them back, and ends it behind the last ones; false once there is nothing to do.
 * The edit's row is locked, so that no two do it at once; its rows say what has been done, in the same transaction.
 */
export function applyBatch(ctx: Context, id: string): Promise<boolean> {
  return transact(ctx, async ctx => {
    const { rows } = await sql<Edit>`
      select id, number, state, change from tool_edit where id = ${id} for update`.execute(ctx.db)
    const [edit] = rows
    if (!edit || (edit.state !== 'committing' && edit.state !== 'undoing')) return false
    const from = edit.state === 'committing' ? 'planned' : 'done'
    if ((await beyondRights(ctx, rightsNeeded(edit.change))).length > 0) await leaveAll(ctx, edit, from)
    const { rows: batch } = await sql<Columns<'tool_edit_row', 'tool_id'>>`
      select tool_id from tool_edit_row where edit_id = ${id} and state = ${from} order by n limit ${aBatch}`.execute(
      ctx.db,
    )
    if (batch.length === 0) {
      await endEdit(ctx, edit)
      return false
    }
    const tools = batch.map(row => row.tool_id)
    // In the order of the ids, as every verb that locks several tools.
    await sql`select from tool where id = any(${tools}::uuid[]) order by id for no key update`.execute(ctx.db)
    await (edit.state === 'committing' ? changeTools(ctx, edit, tools) : putBack(ctx, edit, tools))
    return true
  })
}

type Edit = Columns<'tool_edit', 'id' | 'number' | 'state'> & { change: StoredChange }

/** The columns that an edit changes, with the right that each needs. */
export const rightsNeeded = (change: Partial<Record<keyof typeof editRights, unknown>>): RequiredRight[] =>
  Object.entries(editRights)
    .filter(([name]) => change[name as keyof typeof editRights] !== undefined)
    .map(([name, right]) => ({ column: name, right, field: `change.${name}` }))

/** Whoever asked for it has lost the right since: what is not done yet stays as it is. */
async function leaveAll(ctx: Context, { id }: Edit, from: 'planned' | 'done'): Promise<void> {
  const left = from === 'planned' ? 'skipped' : 'left'
  await sql`
    update tool_edit_row set state = ${left}, problem = 'not-permitted' where edit_id = ${id} and state = ${from}`.execute(
    ctx.db,
  )
}

async function endEdit(ctx: Context, { id, state }: Edit): Promise<void> {
  const ended = state === 'committing' ? 'committed' : 'undone'
  await sql`update tool_edit set state = ${ended}, ended_at = ${ctx.now()} where id = ${id}`.execute(ctx.db)
  const { rows } = await sql<Columns<'tool_edit_row', 'state'> & { tools: number }>`
    select state, count(*)::integer as tools from tool_edit_row where edit_id = ${id} group by 1`.execute(ctx.db)
  const after = Object.fromEntries(rows.map(row => [row.state, row.tools]))
  await audit(ctx, { action: `tool-edit.${ended}`, subject: { kind: 'tool-edit', id }, after })
}

type Side = 'before' | 'after'

/** What `to` says of a tool, written over what it has. */
const fieldsOf = (to: Side) => {
  const side = sql.ref(to)
  return sql`price = coalesce((${side} ->> 'price')::bigint, tool.price),
    minimum_quantity = coalesce((${side} ->> 'minimumQuantity')::integer, tool.minimum_quantity),
    quantity_multiple = coalesce((${side} ->> 'multiple')::integer, tool.quantity_multiple),
    tax_class = coalesce(${side} ->> 'taxClass', tool.tax_class),
    category_id = case when ${side} ? 'category' then (${side} #>> '{category,id}')::uuid else tool.category_id end,
    tags = case when ${side} ? 'tags' then array(select jsonb_array_elements_text(${side} -> 'tags')) else tool.tags end`
}

/** Of the content; stock has a ledger instead of a version. */
const hasContent = sql`(judged.after - 'onHand') <> '{}'`

/** A plan holds no category: whoever removes one does not look here. */
const categoryIsGone = (side: Side) => {
  const category = sql`(${sql.ref(`row.${side}`)} #>> '{category,id}')::uuid`
  return sql`(${category} is not null and not exists (select from category where id = ${category}))`
}

/** One side as it is booked: sales since the plan have moved what was on hand, and a difference moves on from there. */
const booked = (side: Side, onHand: RawBuilder<unknown>) => {
  const values = sql.ref(`judged.${side}`)
  return sql`${values} || case when ${values} ? 'onHand' then jsonb_build_object('onHand', ${onHand}) else '{}' end as ${sql.ref(side)}`
}

/** The trail of each tool, and the ledger of its stock, in the statement that changes it. */
const recorded = (ctx: Context, note: string, sides: { from: Side; to: Side }) => sql`
  moved as (
    insert into stock_movement (id, tool_id, at, reason, on_hand_change, actor_kind, actor_id, note)
    select gen_random_uuid(), id, ${ctx.now()}, 'corrected', units, ${ctx.actor.kind}, ${ctx.actor.id}::uuid, ${note}
    from changed where units <> 0
  ), trail as (
    insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, before, after, request_id)
    select import_new_id(${ctx.now()}, n), ${ctx.now()}, ${ctx.actor.kind}, ${ctx.actor.id}::uuid, 'tool.changed', 'tool',
      id::text, ${sql.ref(sides.from)}, ${sql.ref(sides.to)} || jsonb_build_object('reason', ${note}::text), ${ctx.requestId ?? null}
    from changed
  )`

/** Of stock, the difference that the plan showed: what was sold since is in the books already. */
async function changeTools(ctx: Context, { id, number }: Edit, tools: string[]): Promise<void> {
  await sql`
    with counted as (
      select row.n, row.tool_id, row.version, row.before, row.after, tool.on_hand, tool.reserved,
        tool.archived_at is not null or tool.version <> row.version as is_changed, ${categoryIsGone('after')} as has_no_place,
        coalesce((row.after ->> 'onHand')::bigint - (row.before ->> 'onHand')::bigint, 0) as units
      from tool_edit_row row join tool on tool.id = row.tool_id
      where row.edit_id = ${id} and row.state = 'planned' and row.tool_id = any(${tools}::uuid[])
    ), judged as (
      select counted.*, case when is_changed then 'changed-meanwhile' when has_no_place then 'category-gone'
        when on_hand + units < reserved then 'stock-held'
        when on_hand + units > ${mostUnits} then 'stock-too-much' end as problem
      from counted
    ), changed as (
      update tool set ${fieldsOf('after')}, on_hand = tool.on_hand + judged.units::integer,
        archived_at = case when after ? 'archived' then ${ctx.now()}::timestamptz else tool.archived_at end,
        version = tool.version + case when ${hasContent} then 1 else 0 end, updated_at = ${ctx.now()}
      from judged where tool.id = judged.tool_id and judged.problem is null
      returning tool.id, tool.version, judged.n, judged.units::integer,
        ${booked('before', sql`judged.on_hand`)}, ${booked('after', sql`tool.on_hand`)}
    ), ${recorded(ctx, `Edit ${number}`, { from: 'before', to: 'after' })}
    update tool_edit_row row set state = case when judged.problem is null then 'done' else 'skipped' end,
      problem = judged.problem, after_version = changed.version, units = changed.units,
      before = coalesce(changed.before, row.before), after = coalesce(changed.after, row.after)
    from judged left join changed on changed.id = judged.tool_id
    where row.edit_id = ${id} and row.n = judged.n`.execute(ctx.db)
}

/**
 * As they were before. What somebody has changed since stays as it is, and so does stock that orders hold by now. Where a
 * category has been removed since, all else is put back: a price must not wait for a category that never comes again.
 */
async function putBack(ctx: Context, { id, number }: Edit, tools: string[]): Promise<void> {
  await sql`
    with judged as (
      select row.n, row.tool_id, -coalesce(row.units, 0) as units, left_out,
        row.before - left_out as before, row.after - left_out as after, case
          when tool.version <> row.after_version or tool.archived_at is not null and not row.after ? 'archived'
            then 'changed-meanwhile'
          when row.after ? 'archived' and exists (
            select from tool other where other.part_number = tool.part_number and other.archived_at is null
              and other.brand_id is not distinct from tool.brand_id) then 'number-taken'
          when tool.on_hand - coalesce(row.units, 0) < tool.reserved then 'stock-held'
          when tool.on_hand::bigint - coalesce(row.units, 0) > ${mostUnits} then 'stock-too-much'
          when row.after - left_out = '{}' then 'category-gone' end as problem
      from tool_edit_row row join tool on tool.id = row.tool_id,
        lateral (select case when ${categoryIsGone('before')} then '{category}' else '{}' end::text[] as left_out) gone
      where row.edit_id = ${id} and row.state = 'done' and row.tool_id = any(${tools}::uuid[])
    ), changed as (
      update tool set ${fieldsOf('before')}, on_hand = tool.on_hand + judged.units,
        archived_at = case when after ? 'archived' then null else tool.archived_at end,
        version = tool.version + case when ${hasContent} then 1 else 0 end, updated_at = ${ctx.now()}
      from judged where tool.id = judged.tool_id and judged.problem is null
      returning tool.id, judged.n, judged.units,
        ${booked('before', sql`tool.on_hand`)}, ${booked('after', sql`tool.on_hand - judged.units`)}
    ), ${recorded(ctx, `Edit ${number} undone`, { from: 'after', to: 'before' })}
    update tool_edit_row row set state = case when judged.problem is null then 'undone' else 'left' end,
      problem = coalesce(judged.problem, case when left_out <> '{}' then 'category-gone' end)
    from judged where row.edit_id = ${id} and row.n = judged.n`.execute(ctx.db)
}
