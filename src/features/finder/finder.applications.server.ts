import { sql } from 'kysely'
import { refuse } from '#kernel/refusals'
import type { Context } from '#platform/context'
import { type FitAnswer, answerWithEngine, answerWithoutEngine, fitAnswers, saidBy } from './finder.rules.ts'

/** The answers of everything that has one for a vehicle: ordinals in rising order, and beside each its row answer. */
export type VehicleFit = { ordinals: Uint32Array; answers: Uint8Array }

type Said = { ordinals: Buffer; answers: Buffer; engine: number | null; is_engine_known: boolean }

/**
 * What fits a vehicle, by the rule of a single tool, in one statement: its own applications, those of the vehicle whatever
 * its engine, and where the engine is not known those of every engine. Tools without an answer are left out.
 */
export async function fitOfVehicle(ctx: Context, vehicleId: number): Promise<VehicleFit> {
  const { rows } = await sql<Said>`
    select near.engine_id as engine, asked.engine_id is not null as is_engine_known,
      coalesce(said.ordinals, '') as ordinals, coalesce(said.answers, '') as answers
    from vehicle asked
      cross join lateral (
        select asked.id, asked.engine_id
        union all select asked.base_id, null where asked.base_id is not null
        union all select id, engine_id from vehicle where base_id = asked.id
      ) as near
      cross join lateral (
        select string_agg(int4send(fitment.tool_ordinal), '') as ordinals,
          string_agg(set_byte('\\x00', 0, fitment.answer), '') as answers
        from fitment where fitment.vehicle_id = near.id
      ) as said
    where asked.id = ${vehicleId}`.execute(ctx.db)
  const [first] = rows
  if (!first) throw refuse('vehicle-unknown')
  return combine(rows, first.is_engine_known)
}

function combine(rows: readonly Said[], isEngineKnown: boolean): VehicleFit {
  const base = saidByTool(rows.filter(row => row.engine === null))
  const engines = [
    ...Map.groupBy(
      rows.filter(row => row.engine !== null),
      row => row.engine,
    ).values(),
  ].map(saidByTool)
  const tools = Uint32Array.from(new Set([base, ...engines].flatMap(said => [...said.keys()]))).toSorted()
  const answers = Uint8Array.from(tools, tool => {
    const ofBase = base.get(tool) ?? 0
    const answer = isEngineKnown
      ? answerWithEngine(ofBase, engines[0]?.get(tool) ?? 0)
      : answerWithoutEngine(
          ofBase,
          engines.flatMap(said => said.get(tool) ?? []),
        )
    return fitAnswers.indexOf(answer) + 1
  })
  const isAnswer = (_: number, at: number) => answers[at] !== noDataAnswer
  return { ordinals: tools.filter(isAnswer), answers: answers.filter(isAnswer) }
}

const noDataAnswer = fitAnswers.indexOf('no-data') + 1

function saidByTool(rows: readonly Said[]): Map<number, number> {
  const said = new Map<number, number>()
  for (const { ordinals, answers } of rows) {
    for (let at = 0; at < answers.length; at++) {
      const tool = ordinals.readUInt32BE(at * 4)
      said.set(tool, (said.get(tool) ?? 0) | saidBy(answers[at] ?? 0))
    }
  }
  return said
}

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
