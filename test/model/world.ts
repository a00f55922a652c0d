import { Refusal } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Names } from './facts.ts'
import { type Lane, someTool, someone } from './lane.ts'
import { type Intent, type Model, createModel } from './model.ts'

export type Start = { tools: { onHand: number; price: number; minimum: number }[]; buyers: { isVerified: boolean }[] }
export type Event = { id: string; type: string; intent: string }

/** A run as it stands: the model, the shop's side of it, and what is between shop and provider. */
export type World = {
  lane: Lane
  model: Model
  names: Names
  buyers: Context[]
  admin: Context
  /** Events that the provider has sent and that have not arrived, those that were lost, and all that are known. */
  mailbox: Event[]
  lost: Event[]
  seen: Set<string>
}

export async function createWorld(lane: Lane, start: Start): Promise<World> {
  const tools: string[] = []
  for (const tool of start.tools) tools.push(await someTool(lane, tool))
  const buyers: Awaited<ReturnType<typeof someone>>[] = []
  for (const { isVerified } of start.buyers)
    buyers.push(await someone(lane, { role: 'customer', emailVerified: isVerified }))
  const admin = await someone(lane, { role: 'admin', emailVerified: true })
  return {
    lane,
    model: createModel({ ...start, nowMs: lane.nowMs() }),
    names: {
      tools,
      buyers: buyers.map(buyer => buyer.caller.id),
      admin: admin.caller.id,
      orders: new Map(),
      intents: new Map(),
    },
    buyers,
    admin,
    mailbox: [],
    lost: [],
    seen: new Set(),
  }
}

/** The provider's id of an intent. */
export function idOf({ names }: Pick<World, 'names'>, intent: Intent): string {
  return names.intents.get(intent.order)?.[intent.order.intents.indexOf(intent)] ?? ''
}

/** A step: what the model says of it, and how it is done in the shop. Both answer in the same few words. */
export type Doing = { promised: () => string; real: () => Promise<string> }

export const nothing: Doing = { promised: () => 'nothing', real: async () => 'nothing' }

/** What a handler gets, but for what a call sends. */
export const bare = {
  params: undefined,
  query: undefined,
  body: undefined,
  idempotencyKey: undefined,
  headers: {},
  rawBody: undefined,
  file: undefined,
}

/** What became of events is counted for `/metrics`; a run looks at what they did. */
export const uncounted = () => undefined

/** The nth from the newest, round and round; undefined of nothing. */
export function nth<T>(all: T[], number: number): T | undefined {
  return all.toReversed()[number % all.length]
}

/** A refusal is an answer as well; anything else that is thrown is a fault. */
export async function answerOf(real: () => Promise<string>): Promise<string> {
  try {
    return await real()
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
