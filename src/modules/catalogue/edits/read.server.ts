import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/endpoint'
import { toDecimal } from '#kernel/money'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import { countRows, pageOf, pageSize } from '#platform/paging'
import { refuse } from '../refusals.rules.ts'
import type { EditedFields, ToolEdit, ToolEditRow } from './edits.contract.ts'
import type { EditRowState } from './edits.rules.ts'
import { type EditProblem, editProblems } from './edits.texts.ts'

const aPage = { usual: 25, most: 200 }
type Query = { limit?: number | undefined; after?: string | undefined }

/** Refuses: tool-edit-gone. */
export async function readEdit(ctx: Context, id: string): Promise<ToolEdit> {
  const [edit] = await selectEdits(ctx, sql`edit.id = ${id}`, 1)
  if (!edit) throw refuse('tool-edit-gone')
  return edit
}

export async function listEdits(ctx: Context, query: Query): Promise<Page<ToolEdit[]>> {
  const limit = pageSize(query.limit, aPage)
  const edits = await selectEdits(ctx, query.after ? sql`edit.id < ${query.after}` : sql`true`, limit + 1)
  return pageOf(edits, { limit, total: await countRows(ctx.db, sql`tool_edit`), after: last => last._id })
}

type EditRow = Columns<'tool_edit', 'id' | 'number' | 'state' | 'created_at'> &
  Pick<ToolEdit, 'state' | 'counts'> & { by: string }

async function selectEdits(ctx: Context, where: RawBuilder<unknown>, limit: number): Promise<ToolEdit[]> {
  const count = (state: EditRowState) =>
    sql`'${sql.raw(state)}', coalesce(sum(tools) filter (where state = ${state}), 0)`
  const { rows } = await sql<EditRow>`
    select edit.id, edit.number, edit.state, edit.created_at, coalesce(account.email, edit.actor_kind) as by, counts.counts
    from (select * from tool_edit edit where ${where} order by id desc limit ${limit}) edit
      left join account on account.id = edit.actor_id
      cross join lateral (
        select json_build_object(${count('planned')}, ${count('unchanged')}, ${count('refused')}, ${count('done')},
          ${count('skipped')}, ${count('undone')}, ${count('left')}) as counts
        from (select state, count(*)::integer as tools from tool_edit_row where edit_id = edit.id group by 1) tools
      ) counts
    order by edit.id desc`.execute(ctx.db)
  return rows.map(({ id, created_at, ...edit }) => ({ ...edit, _id: id, createdAt: created_at.toISOString() }))
}

/** The fields of a row as the database keeps them: money in minor units, a category with its id. */
type StoredFields = Omit<EditedFields, 'category'> & { category?: { id: string | null; name: string | null } }

type Row = Columns<'tool_edit_row', 'n' | 'tool_id' | 'state' | 'before' | 'after' | 'problem'> &
  Columns<'tool', 'name' | 'part_number'> & {
    state: EditRowState
    before: StoredFields
    after: StoredFields
    problem: EditProblem | null
  }

/** One page of what an edit changes. Refuses: tool-edit-gone. */
export async function listEditRows(
  ctx: Context,
  id: string,
  query: Query & { state?: EditRowState | undefined },
): Promise<Page<ToolEditRow[]>> {
  await readEdit(ctx, id)
  const standsSo = query.state ? sql`and state = ${query.state}` : sql``
  const limit = pageSize(query.limit, aPage)
  const { rows } = await sql<Row>`
    select rows.n, rows.tool_id, tool.name, tool.part_number, rows.state, rows.before, rows.after, rows.problem
    from (
      select * from tool_edit_row
      where edit_id = ${id} ${standsSo} and n > ${Number(query.after ?? 0)} order by n limit ${limit + 1}
    ) rows join tool on tool.id = rows.tool_id
    order by rows.n`.execute(ctx.db)
  const total = await countRows(ctx.db, sql`tool_edit_row where edit_id = ${id} ${standsSo}`)
  const page = pageOf(rows, { limit, total, after: last => String(last.n), query: { state: query.state } })
  return {
    ...page,
    items: page.items.map(row => ({
      n: row.n,
      tool: { _id: row.tool_id, name: row.name, partNumber: row.part_number },
      state: row.state,
      before: shown(ctx, row.before),
      after: shown(ctx, row.after),
      reason: row.problem && editProblems[row.problem],
    })),
  }
}

function shown({ settings }: Context, { price, category, ...fields }: StoredFields): EditedFields {
  return {
    ...fields,
    ...(price !== undefined && { price: toDecimal(price, settings.currency) }),
    ...(category && { category: category.name }),
  }
}
