import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../refusals.rules.ts'
import type { Context } from '#platform/context'
import { type Columns, type Database, opaque } from '#platform/database'
import { gathered } from '#platform/postgres/gathered'
import type { Vehicle } from '../vehicles/vehicles.contract.ts'
import {
  type FitAnswer,
  type AnswerSet,
  answerWithEngine,
  answerWithoutEngine,
  fitAnswers,
  rowAnswers,
  answerBit,
} from '../answers.rules.ts'
import { type FitFacet, type Place, placeBit, places } from '../lists.rules.ts'

/**
 * The answers of everything that has one for a vehicle: ordinals in rising order, and beside each its row answer and, where it was asked for,
 * at which ends of the vehicle it stands (`placeBit`), as far as its applications say so.
 */
export type VehicleFit = { ordinals: Uint32Array; answers: Uint8Array; places?: Uint8Array | undefined }

type AnswerRow = Columns<'vehicle', 'id' | 'year'> & {
  make: string
  model: string
  asked_engine: string | null
  /** Of the vehicle whose applications these are; none for the vehicle whatever its engine. */
  engine: number | null
  ordinals: Buffer
  answers: Buffer
  /** Where each stands, a line each, where that was asked for. */
  positions: string | null
}

/**
 * What fits a vehicle, by the rule of a single tool, in one statement: its own applications, those of the vehicle whatever
 * its engine, and where the engine is not known those of every engine. Tools without an answer are left out. The ends at which tools
 * stand are read only when they are asked for: they are in no index. Refuses: vehicle-unknown.
 */
export async function fitOfVehicle(
  ctx: Context,
  id: number,
  { withPlaces = false } = {},
): Promise<VehicleFit & { named: Vehicle }> {
  const answers = await (withPlaces ? readPlaced : readAnswers)(ctx.db, id)
  const rows = answers.get(id) ?? []
  const [first] = rows
  if (!first) throw refuse('vehicle-unknown')
  const { year, make, model, asked_engine: engine } = first
  const { places: stand, ...fit } = combine(rows, engine !== null)
  const named = { id, year, make, model, ...(engine !== null && { engine }) }
  return { ...fit, ...(withPlaces && { places: stand }), named }
}

const unplaced = sql`null::text`
const placed = sql`
  string_agg(translate(coalesce(fitment.position, ''), E'\\n', ' '), E'\\n' order by fitment.tool_ordinal)`
const readAnswers = gathered((db, ids: number[]) => readApplications(db, ids, unplaced))
const readPlaced = gathered((db, ids: number[]) => readApplications(db, ids, placed))

async function readApplications(db: Database, ids: number[], positions: RawBuilder<unknown>) {
  const { rows } = await sql<AnswerRow>`
    select asked.id, asked.year, make.name as make, model.name as model, engine.name as asked_engine,
      near.engine_id as engine, coalesce(said.ordinals, '') as ordinals, coalesce(said.answers, '') as answers,
      said.positions
    from unnest(${opaque([...new Set(ids)], 'integer[]')}::integer[]) as wanted (id)
      cross join lateral (select * from vehicle where vehicle.id = wanted.id limit 1) as asked
      cross join lateral (select name, make_id from model where model.id = asked.model_id limit 1) as model
      join make on make.id = model.make_id
      left join engine on engine.id = asked.engine_id
      cross join lateral (
        select asked.id, asked.engine_id
        union all select asked.base_id, null where asked.base_id is not null
        union all select id, engine_id from vehicle where base_id = asked.id
      ) as near
      cross join lateral (
        select string_agg(int4send(fitment.tool_ordinal), '' order by fitment.tool_ordinal) as ordinals,
          string_agg(set_byte('\\x00', 0, fitment.answer), '' order by fitment.tool_ordinal) as answers,
          ${positions} as positions
        from fitment where fitment.vehicle_id = near.id
      ) as said`.execute(db)
  return Map.groupBy(rows, row => row.id)
}

/** What fits a model in one of its years or another: that much is known before the year is said. */
export async function fitOfModels(
  ctx: Context,
  models: readonly { make: string; model: string }[],
): Promise<VehicleFit> {
  const { rows } = await sql<{ ordinals: Buffer }>`
    select coalesce(string_agg(int4send(tool_ordinal), '' order by tool_ordinal), '') as ordinals
    from (
      select distinct fitment.tool_ordinal
      from unnest(${models.map(({ make }) => make)}::text[], ${models.map(({ model }) => model)}::text[]) said (make, model)
        join make on make.name = said.make
        join model on model.make_id = make.id and model.name = said.model
        join vehicle on vehicle.model_id = model.id
        join fitment on fitment.vehicle_id = vehicle.id and fitment.answer in (${sql.lit(rowAnswers.fits)}, ${sql.lit(rowAnswers.fitsIf)})
    ) as found`.execute(ctx.db)
  const { ordinals } = rows[0] ?? { ordinals: Buffer.alloc(0) }
  const count = ordinals.length / 4
  return {
    ordinals: Uint32Array.from({ length: count }, (_, at) => ordinals.readUInt32BE(at * 4)),
    answers: new Uint8Array(count).fill(fitAnswers.indexOf('fits-if') + 1),
  }
}

type FitQuestion = VehicleFit & { facets: readonly FitFacet[] }

/** Only what is known to fit, and stands at one of these ends of the vehicle; what is only universal stands nowhere. */
export function fitAt(
  { ordinals, answers, places: stand, facets }: FitQuestion,
  chosen: readonly Place[],
): FitQuestion {
  const listed = facets.filter(facet => facet !== 'universal')
  const isNone = facets.length > 0 && listed.length === 0
  const bits = isNone ? 0 : chosen.reduce((bits, place) => bits | placeBit(place), 0)
  const matches = [...ordinals.keys()].filter(at => (stand?.[at] ?? 0) & bits)
  return {
    ordinals: Uint32Array.from(matches, at => ordinals[at] ?? 0),
    answers: Uint8Array.from(matches, at => answers[at] ?? 0),
    facets: listed.length > 0 ? listed : ['fits', 'fits-if'],
  }
}

/** Goes through the lists of all rows at once, tool by tool: each is in the order of the tools. */
function combine(rows: readonly AnswerRow[], isEngineKnown: boolean): Required<VehicleFit> {
  const lists = rows
    .filter(({ answers }) => answers.length > 0)
    .map(row => ({ ...row, ends: endsIn(row.positions), at: 0 }))
  const most = lists.reduce((sum, { answers }) => sum + answers.length, 0)
  const ordinals = new Uint32Array(most)
  const answers = new Uint8Array(most)
  const stand = new Uint8Array(most)
  let count = 0
  for (let tool = leastTool(lists); tool !== Infinity; tool = leastTool(lists)) {
    let base: AnswerSet = 0
    let ends = 0
    const engines: AnswerSet[] = []
    for (const list of lists) {
      const from = list.at
      const answerSet = takeAnswers(list, tool)
      for (let at = from; at < list.at; at += 1) ends |= list.ends[at] ?? 0
      if (list.engine === null) base |= answerSet
      else if (answerSet !== 0) engines.push(answerSet)
    }
    const answer = isEngineKnown ? answerWithEngine(base, engines[0] ?? 0) : answerWithoutEngine(base, engines)
    if (answer === 'no-data') continue
    ordinals[count] = tool
    answers[count] = fitAnswers.indexOf(answer) + 1
    stand[count] = ends
    count += 1
  }
  return { ordinals: ordinals.slice(0, count), answers: answers.slice(0, count), places: stand.slice(0, count) }
}

type List = Pick<AnswerRow, 'ordinals' | 'answers'> & { at: number }

/** At which ends each line says that something stands. There are few positions, and many lines. */
function endsIn(positions: string | null): number[] {
  const endsByPosition = new Map<string, number>()
  const endsOf = (position: string) => {
    const namedPlaces = places.filter(place => new RegExp(`\\b${place}\\b`, 'i').test(position))
    return namedPlaces.reduce((ends, place) => ends | placeBit(place), 0)
  }
  return (positions?.split('\n') ?? []).map(position => {
    const ends = endsByPosition.get(position) ?? endsOf(position)
    endsByPosition.set(position, ends)
    return ends
  })
}

/** The lowest ordinal that is still to come in any list. */
function leastTool(lists: readonly List[]): number {
  let least = Infinity
  for (const { ordinals, answers, at } of lists) {
    if (at < answers.length) least = Math.min(least, ordinals.readUInt32BE(at * 4))
  }
  return least
}

/** Goes past the rows of this tool, if they come next in the list, and returns their answers. */
function takeAnswers(list: List, tool: number): AnswerSet {
  let answerSet: AnswerSet = 0
  for (; list.at < list.answers.length && list.ordinals.readUInt32BE(list.at * 4) === tool; list.at += 1) {
    answerSet |= answerBit(list.answers[list.at] ?? 0)
  }
  return answerSet
}

const noDataAnswer = fitAnswers.indexOf('no-data') + 1

/** How one tool stands to the vehicle. A universal one is `no-data` unless it has an answer for this very vehicle. */
export function fitIn(
  fit: VehicleFit,
  ordinal: number,
  isUniversal: boolean,
): { answer: FitAnswer; isUniversal: boolean } {
  const code = fit.answers[placeOf(fit.ordinals, ordinal)] ?? noDataAnswer
  return { answer: fitAnswers[code - 1] ?? 'no-data', isUniversal: isUniversal && code === noDataAnswer }
}

/** Where a number stands in a rising list; -1 where it does not. */
function placeOf(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value ? low : -1
}
