import { toDecimalText } from '#kernel/money'
import { refundsContract } from '../../src/modules/ordering/refunds/refunds.contract.ts'
import { answerOnce } from '#platform/http/idempotency'
import { orderPayments } from '../../src/modules/ordering/settlement/handlers.server.ts'
import { cancellationsHandlers } from '../../src/modules/ordering/cancellations/cancel.server.ts'
import { refundsHandlers } from '../../src/modules/ordering/refunds/handlers.server.ts'
import { shipmentsHandlers } from '../../src/modules/ordering/shipments/report.server.ts'
import { refundIds } from './doing-between.ts'
import * as promises from './model-desk.ts'
import { type Line, type Order, once } from './model.ts'
import type { Some, Step } from './steps.ts'
import { type Doing, type World, answerOf, bare } from './world.ts'

type Of<T extends Step['do']> = Extract<Step, { do: T }>
export type DeskStep = Of<'ship' | 'hand-over' | 'cancel' | 'refund'>

/** What staff does with an order and its lines. */
export function atDesk(world: World, order: Order, step: DeskStep): Doing {
  switch (step.do) {
    case 'ship':
      return ship(world, order, step)
    case 'hand-over':
      return {
        promised: () => promises.handOver(order),
        async real() {
          const { deliverOrder } = shipmentsHandlers
          return `modified ${(await deliverOrder(world.admin, { ...bare, ...idOf(world, order) })).modifiedCount}`
        },
      }
    case 'cancel':
      return cancel(world, order, step)
    default:
      return refund(world, order, step)
  }
}

const idOf = ({ names }: World, order: Order) => ({ params: { id: names.orders.get(order) ?? '' } })

/** Lines of an order from one on, round and round, each once, with so many units of each; undefined units are all that are to leave. */
export function pick({ lines }: Order, { first, count, units }: Some) {
  const chosen = Array.from({ length: Math.min(count, lines.length) }, (_, nth) => lines[(first + nth) % lines.length])
  return chosen
    .filter((line): line is Line => line !== undefined)
    .map(line => ({ position: line.position, units: units ?? promises.toShipOf(line), left: promises.toShipOf(line) }))
    .toSorted((one, other) => one.position - other.position)
}

const sentAs = (lines: { position: number; units: number }[]) =>
  lines.map(({ position, units: quantity }) => ({ position, quantity }))

function ship(world: World, order: Order, { some, tracking }: Of<'ship'>): Doing {
  const lines = some && pick(order, some)
  const number = tracking === 0 ? null : `S-${tracking}`
  return {
    promised: () => promises.ship(world.model, order, { tracking: number, lines: lines?.map(({ position, units }) => ({ position, units })) }),
    async real() {
      const { shipOrder } = shipmentsHandlers
      const body = { carrier: 'Post', tracking: number ?? undefined, lines: lines && sentAs(lines) }
      return `modified ${(await shipOrder(world.admin, { ...bare, ...idOf(world, order), body })).modifiedCount}`
    },
  } // prettier-ignore
}

/** Sent twice, it is done once: by its key, or because fewer are left than were seen. */
function cancel(world: World, order: Order, { some, isStale, times, key }: Of<'cancel'>): Doing {
  const lines = pick(order, some).map(line => ({ ...line, left: line.left + (isStale ? 1 : 0) }))
  const body = {
    lines: lines.map(({ position, units, left }) => ({ position, quantity: units, left })),
    reason: undefined,
  }
  const idempotencyKey = key === undefined ? undefined : `cancel ${key}`
  const sent = JSON.stringify({ order: world.model.orders.indexOf(order), ...body })
  const promise = () => once(world.model, idempotencyKey, sent, () => promises.cancel(world.model, order, lines))
  return {
    promised: () => Array.from({ length: times }, promise).join(', '),
    async real() {
      const { cancelUnits } = cancellationsHandlers(orderPayments(world.lane.provider))
      const asked = { ...bare, ...idOf(world, order), body, idempotencyKey }
      const heard: string[] = []
      while (heard.length < times) {
        heard.push(await answerOf(async () => `modified ${(await cancelUnits(world.admin, asked)).modifiedCount}`))
      }
      return heard.join(', ')
    },
  } // prettier-ignore
}

function refund(world: World, order: Order, { share, some, key }: Of<'refund'>): Doing {
  const { model } = world
  const amount = share === undefined ? undefined : Math.floor((order.total * share) / 4)
  const idempotencyKey = key === undefined ? undefined : `refund ${key}`
  const back = some ? pick(order, some) : []
  const sent = JSON.stringify({ order: model.orders.indexOf(order), amount, back: sentAs(back) })
  const body = {
    amount: amount === undefined ? undefined : toDecimalText(amount, 'usd'),
    returned: some && sentAs(back),
    reason: undefined,
  }
  return {
    promised: () => once(model, idempotencyKey, sent, () => promises.refund(model, order, { amount, back })),
    async real() {
      const { refundOrder: handler } = refundsHandlers
      const call = { endpoint: refundsContract.refundOrder, handler }
      const asked = { ...bare, ...idOf(world, order), body, idempotencyKey }
      const { insertedId } = await answerOnce(world.admin, call, asked)
      return `refund ${(await refundIds(world)).indexOf(insertedId)}`
    },
  }
}
