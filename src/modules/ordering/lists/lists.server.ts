import { type RawBuilder, sql } from 'kysely'
import type { Handlers, InputOf } from '#kernel/endpoint'
import { type Context, newId, transact } from '#platform/context'
import { type Columns, brokenConstraint } from '#platform/database'
import { countRows } from '#platform/paging'
import { lockAccount, buyerOf, isMine } from '#services/accounts'
import { namesOfVehicles } from '#services/finder'
import { mayDo } from '../orders/rights.server.ts'
import { refuse } from '../refusals.rules.ts'
import type { SavedList, listsContract } from './lists.contract.ts'
import { listLimits } from './lists.rules.ts'
import { addListLines, changeListLine, removeListLine } from './list-lines.server.ts'
import { type PricedLine, withPrices } from './prices.server.ts'
import { putIntoBasket, showLines } from './put.server.ts'
import { readOftenOrdered } from './often-ordered.server.ts'
import { linesOfList, linesOfOrder } from './saved-lines.server.ts'

/** The calls of `ordering/lists/lists.contract.ts`. */
export const listsHandlers: Handlers<typeof listsContract, Context> = {
  readLists: ctx => selectLists(ctx, sql`true`),

  saveList: (ctx, { body }) => saveList(ctx, body),

  async readList(ctx, { params }) {
    const [list] = await selectLists(ctx, sql`list.id = ${params.id}`)
    if (!list) throw refuse('list-gone')
    return { ...list, lines: await showLines(ctx, await linesOfList(ctx, params.id)) }
  },

  renameList: (ctx, { params, body: { name } }) =>
    named(async () => {
      const { numUpdatedRows } = await own(ctx, params.id).set({ name }).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw refuse('list-gone')
      return { modifiedCount: 1 }
    }),

  async removeList(ctx, { params }) {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('saved_list')
      .where('id', '=', params.id)
      .where(isMine(ctx, 'saved_list'))
      .executeTakeFirstOrThrow()
    return { deletedCount: Number(numDeletedRows) }
  },

  addListLines: (ctx, { params, body }) => addListLines(ctx, params.id, body.lines),

  changeListLine: (ctx, { params, body }) => changeListLine(ctx, params, body.quantity),

  removeListLine: (ctx, { params }) => removeListLine(ctx, params),

  readOftenOrdered: ctx => readOftenOrdered(ctx),

  async putList(ctx, { params }) {
    const [list] = await selectLists(ctx, sql`list.id = ${params.id}`)
    if (!list) throw refuse('list-gone')
    return putIntoBasket(ctx, await linesOfList(ctx, params.id))
  },

  async putOrder(ctx, { params }) {
    const lines = await linesOfOrder(ctx, params.id)
    if (lines.length === 0) throw refuse('order-gone')
    return putIntoBasket(ctx, lines)
  },
}

const own = (ctx: Context, id: string) =>
  ctx.db.updateTable('saved_list').where('id', '=', id).where(isMine(ctx, 'saved_list'))

async function selectLists(ctx: Context, where: RawBuilder<unknown>): Promise<SavedList[]> {
  const { rows } = await sql<Columns<'saved_list', 'id' | 'name' | 'saved_at'> & { lines: number }>`
    select list.id, list.name, list.saved_at, (select count(*) from saved_list_line where list_id = list.id) as lines
    from saved_list list where ${isMine(ctx, 'list')} and ${where}
    order by lower(list.name), list.id`.execute(ctx.db)
  return rows.map(({ id, name, lines, saved_at }) => ({ _id: id, name, lines, savedAt: saved_at.toISOString() }))
}

/** Runs what names a list. Refuses: list-name-taken, and whose account was deleted on the way. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const broken = brokenConstraint(error)
    if (broken === 'saved_list_once') {
      throw refuse('list-name-taken', {}, [{ field: 'name', message: refuse('list-name-taken').message }])
    }
    throw error
  }
}

type NewList = InputOf<typeof listsContract.saveList>['body']

/** All of its lines or none. One after the other for an account, so that its lists are counted. */
const saveList = (ctx: Context, { name, order, lines }: NewList) =>
  named(() =>
    transact(ctx, async ctx => {
      const { accountId } = buyerOf(ctx)
      if (!(await lockAccount(ctx, accountId))) throw refuse('token-expired')
      const count = await countRows(ctx.db, sql`saved_list where account_id = ${accountId}`)
      if (count >= listLimits.lists) throw refuse('too-many-lists', { most: listLimits.lists })
      const id = newId()
      const source = lines
        ? ofLines(await withPrices(ctx, lines))
        : order === undefined
          ? ofBasket(ctx)
          : ofOrder(ctx, order)
      const { rows } = await sql<Columns<'saved_list_line', 'position'>>`
        with source as (${source}), list as (
          insert into saved_list (id, account_id, name, currency, saved_at)
          values (${id}, ${accountId}, ${name}, coalesce((select min(currency) from source), ${ctx.settings.currency}),
            ${ctx.now()})
          returning id
        )
        insert into saved_list_line (list_id, position, tool_id, quantity, vehicle_id, reference, price)
        select list.id, row_number() over (order by source.place), tool_id, quantity, vehicle_id, reference, price
        from source cross join list order by source.place limit ${listLimits.lines}
        returning position`.execute(ctx.db)
      if (lines && rows.length < lines.length) throw await whatIsMissing(ctx, lines)
      if (rows.length === 0) throw refuse(order === undefined ? 'list-empty' : 'order-gone')
      return { insertedId: id }
    }),
  )

const ofBasket = (ctx: Context) => sql`
  select line.id::text as place, line.tool_id, line.quantity, line.vehicle_id, line.reference, coalesce(line.seen_price, tool.price) as price,
    ${ctx.settings.currency}::text as currency
  from basket_line line join tool on tool.id = line.tool_id where ${isMine(ctx, 'line')}`

const ofOrder = (ctx: Context, orderId: string) => sql`
  select lpad(line.position::text, 9, '0') as place, line.tool_id, least(line.quantity, 1000000) as quantity,
    vehicle.id as vehicle_id, line.reference, line.unit_price as price, orders.currency
  from orders join order_line line on line.order_id = orders.id
    left join vehicle on vehicle.id = (line.fit ->> 'vehicleId')::integer
  where orders.id = ${orderId} and ${mayDo(ctx, 'reuse')} and line.tool_id is not null`

async function whatIsMissing(ctx: Context, lines: NonNullable<NewList['lines']>) {
  const ids = lines.flatMap(({ vehicle }) => vehicle ?? [])
  const vehicles = await namesOfVehicles(ctx, [...new Set(ids)])
  return refuse(ids.every(id => vehicles.has(id)) ? 'tool-gone' : 'vehicle-unknown')
}

const ofLines = (lines: readonly PricedLine[]) => sql`
  select lpad(wanted.place::text, 9, '0') as place, tool.id as tool_id, wanted.quantity, vehicle.id as vehicle_id,
    wanted.reference, coalesce(wanted.price, tool.price) as price, null::text as currency
  from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as wanted (place integer, tools_id uuid, quantity integer, vehicle integer, reference text, price bigint)
    join tool on tool.id = wanted.tools_id and tool.archived_at is null
    left join vehicle on vehicle.id = wanted.vehicle
  where wanted.vehicle is null or vehicle.id is not null`
