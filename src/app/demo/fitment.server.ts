import { sql } from 'kysely'
import { type Context, transact } from '#platform/context'
import type { Columns } from '#platform/database'
import { readDemo } from './files.server.ts'

/** One group of applications: `on` has `make|model|years`, where `2005-2007, 2009` leaves 2008 out. */
type DemoFit = {
  on: string[]
  engine?: string
  /** Unless it says false, the part fits. */
  fits?: boolean
  position?: string
  quantity?: number
  conditions?: Record<string, string>
  notes?: string[]
}
/** A part is named `brand|number`. Numbers are `[brand, number, note]`. */
type DemoNumber = [brand: string, value: string, note?: string]
type DemoPart = { part: string; fits?: DemoFit[]; oem?: DemoNumber[]; interchange?: DemoNumber[]; gtin?: string }
export type DemoFitment = {
  source: { name: string; publicName: string; dated: string }
  universal: string[]
  supersessions: [brand: string, from: string, to: string][]
  parts: DemoPart[]
}

export const readDemoFitment = () => readDemo<DemoFitment>('fitment.json')

/**
 * Tells of the demo parts what they fit and by which numbers they are asked for: invented, and marked as such. All of it or
 * nothing, and once, however many processes start; a demo shop from before gets it at its next start. What the shop does
 * not have any more, or not yet (a vehicle, a part), is left out. Returns whether there was something to do.
 */
export async function fillDemoFitment(ctx: Context): Promise<boolean> {
  if (await isFilled(ctx)) return false
  const demo = await readDemoFitment()
  return transact(ctx, async ctx => {
    await sql`select pg_advisory_xact_lock(hashtext('tappet demo fitment'))`.execute(ctx.db)
    if ((await isFilled(ctx)) || !(await hasParts(ctx, demo))) return false
    const { rows } = await sql<Columns<'data_source', 'id'>>`
      insert into data_source (name, public_name, dated, is_demo)
      values (${demo.source.name}, ${demo.source.publicName}, ${demo.source.dated}, true)
      returning id`.execute(ctx.db)
    const source = rows[0]?.id ?? 0
    await markUniversal(ctx, demo.universal)
    await insertFitment(ctx, demo.parts, source)
    await insertNumbers(ctx, demo.parts, source)
    await insertSupersessions(ctx, demo, source)
    return true
  })
}

async function isFilled(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select from data_source where is_demo limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** A shop in demo mode may sell something else. */
async function hasParts(ctx: Context, demo: DemoFitment): Promise<boolean> {
  const parts = demo.parts.map(({ part }) => partOf(part))
  const { rows } = await sql`
    select from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as row (brand text, number text)
      ${tool} limit 1`.execute(ctx.db)
  return rows.length > 0
}

const partOf = (part: string) => {
  const [brand = '', number = ''] = part.split('|')
  return { brand, number }
}

/** The demo tool that a row names. */
const tool = sql`
  join brand on lower(brand.name) = lower(row.brand)
  join tool on tool.brand_id = brand.id and tool.part_number = row.number`

async function markUniversal(ctx: Context, universal: readonly string[]): Promise<void> {
  await sql`
    update tool set is_universal = true
    where not is_universal and id in (
      select tool.id
      from jsonb_to_recordset(${JSON.stringify(universal.map(partOf))}::jsonb) as row (brand text, number text) ${tool})`.execute(
    ctx.db,
  )
}

/** "2005-2007, 2009" as its ranges. */
function rangesOf(years: string): { first: number; last: number }[] {
  return years.split(', ').map(range => {
    const [first = '', last = first] = range.split('-')
    return { first: Number(first), last: Number(last) }
  })
}

async function insertFitment(ctx: Context, parts: readonly DemoPart[], source: number): Promise<void> {
  const applications = parts.flatMap(({ part, fits = [] }) =>
    fits.flatMap(({ on, conditions, ...fit }) => {
      const named = conditions && Object.entries(conditions).map(([name, value]) => ({ name, value }))
      return on.flatMap(where => {
        const [make, model, years = ''] = where.split('|')
        return rangesOf(years).map(range => ({ ...partOf(part), ...fit, conditions: named, make, model, ...range }))
      })
    }),
  )
  await sql`
    insert into fitment (vehicle_id, tool_ordinal, fits, position, quantity, conditions, notes, source_id)
    select vehicle.id, tool.ordinal, coalesce(row.fits, true), row.position, row.quantity, row.conditions, row.notes,
      ${source}::integer
    from jsonb_to_recordset(${JSON.stringify(applications)}::jsonb) as row (brand text, number text, make text, model text,
        first smallint, last smallint, engine text, fits boolean, position text, quantity smallint, conditions jsonb,
        notes text[])
      ${tool}
      join make on lower(make.name) = lower(row.make)
      join model on model.make_id = make.id and lower(model.name) = lower(row.model)
      left join engine on lower(engine.name) = lower(row.engine)
      join vehicle on vehicle.model_id = model.id and vehicle.year between row.first and row.last
        and vehicle.engine_id is not distinct from engine.id and (row.engine is null) = (engine.id is null)
    order by vehicle.id, tool.ordinal`.execute(ctx.db)
}

async function insertNumbers(ctx: Context, parts: readonly DemoPart[], source: number): Promise<void> {
  const numbers = parts.flatMap(({ part, oem = [], interchange = [], gtin }) => [
    ...oem.map(number => ({ ...partOf(part), kind: 'oem', ...numberOf(number) })),
    ...interchange.map(number => ({ ...partOf(part), kind: 'interchange', ...numberOf(number) })),
    ...(gtin ? [{ ...partOf(part), kind: 'gtin', value: gtin }] : []),
  ])
  await sql`
    insert into part_number (tool_ordinal, kind, value, brand, note, source_id)
    select tool.ordinal, row.kind, row.value, row.whose, row.note, ${source}::integer
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as row (brand text, number text, kind text, value text,
        whose text, note text)
      ${tool}
    on conflict do nothing`.execute(ctx.db)
}

const numberOf = ([whose, value, note]: DemoNumber) => ({ whose, value, note })

async function insertSupersessions(ctx: Context, demo: DemoFitment, source: number): Promise<void> {
  const steps = demo.supersessions.map(([brand, from, to]) => ({ brand, from, to }))
  await sql`
    insert into supersession (brand, old_number, new_number, source_id)
    select brand, "from", "to", ${source}::integer
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as row (brand text, "from" text, "to" text)
    on conflict do nothing`.execute(ctx.db)
}
