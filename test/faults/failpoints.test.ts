import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idempotencyFailpoints } from '#platform/http/idempotency'
import { orderFailpoints } from '../../src/modules/ordering/orders/failpoints.server.ts'
import { paymentFailpoints } from '../../src/modules/ordering/payments/failpoints.server.ts'
import { findViolations } from './invariants.ts'
import { type KeptShop, browserOf, keepShop } from './kept-shop.ts'
import { type Cast, lives } from './lives.ts'
import { long } from '../tiers.ts'
import { createPeople } from '../shop/people.ts'

const timeout = 120_000
const allSteps = [...orderFailpoints, ...paymentFailpoints, ...idempotencyFailpoints]
type Step = (typeof allSteps)[number]
type LifeName = keyof typeof lives

/** In which order's life the shop is killed at a step; the second time that it comes there, where that is another place. */
const deaths: Record<Step, readonly (LifeName | { life: LifeName; nth: number })[]> = {
  'place: tool read': ['bought', 'late'],
  'place: stock reserved': ['bought', 'late'],
  'intent: asking': ['bought'],
  'intent: made': ['bought'],
  'intent: recorded': ['bought'],
  'intent: committed': ['bought'],
  'settle: fetched': ['bought', { life: 'reported', nth: 2 }],
  'settle: intent marked': ['bought', 'reported'],
  'settle: order paid': ['bought', 'reported'],
  'settle: refund requested': ['late'],
  'settle: committed': ['bought', 'reported', 'late'],
  'event: decline counted': ['declined'],
  // The first event is that of the intent’s making, the second that of the card.
  'event: settled': ['bought', { life: 'bought', nth: 2 }, { life: 'declined', nth: 2 }],
  // The third is that of a refund.
  'event: aftermath noted': ['bought', { life: 'bought', nth: 3 }],
  'event: recorded': ['bought', { life: 'bought', nth: 2 }, { life: 'declined', nth: 2 }],
  'close: intent cancelled': ['deleted', 'expired'],
  'close: order marked': ['deleted', 'expired'],
  'close: stock freed': ['deleted', 'expired'],
  'close: committed': ['deleted', 'expired'],
  'cancel: order changed': ['cut'],
  'cancel: committed': ['cut', { life: 'cut', nth: 2 }],
  'ship: parcel written': ['cut', { life: 'cut', nth: 2 }],
  'refund: reserved': ['bought'],
  'answer: kept': ['bought'],
  'send back: asking': ['bought', 'late'],
  'send back: answered': ['bought', 'late'],
  'send back: ended': ['bought', 'late'],
  'send back: committed': ['bought', { life: 'bought', nth: 2 }],
  'order mail: queued': ['bought'],
  'order mail: marked': ['bought'],
  'order mail: committed': ['bought'],
}
/** As many as the life of an order takes at least. */
const statementsOfALife = 70
const rounds = allSteps.flatMap(step =>
  deaths[step].map(death => ({ step, ...(typeof death === 'string' ? { life: death, nth: 1 } : death) })),
)

/** The kills of the short tier: at each of these, one side has done what the other has not written down yet. */
const shortTier = ['place: stock reserved', 'intent: made', 'close: intent cancelled', 'send back: answered']
const tierOf = ({ step, nth }: (typeof rounds)[number]) => (shortTier.includes(step) && nth === 1 ? {} : long)

let shop: KeptShop
let cast: Cast
const acknowledged: string[] = []

beforeAll(async () => {
  shop = await keepShop()
  const [customer] = await createPeople(shop.db, 1)
  const [admin] = await createPeople(shop.db, 1, 'admin')
  if (!customer || !admin) throw new Error('nobody is there')
  cast = { ...shop, customer: browserOf(shop, customer), admin: browserOf(shop, admin) }
}, timeout)
afterAll(async () => {
  expect(await shop.close()).toBe(0)
}, timeout)

/** An order's life during which the shop dies, and what is then wrong. */
async function liveThrough(life: LifeName, death: Promise<string | undefined>): Promise<string | undefined> {
  const [order, diedAt] = await Promise.all([lives[life](cast), death])
  acknowledged.push(order)
  await shop.clockwork.rest()
  expect(await findViolations(shop.db, acknowledged)).toEqual([])
  return diedAt
}

describe('kill -9', () => {
  for (const round of rounds) {
    const { step, life, nth } = round
    it(`at “${step}” (${life}, time ${nth}) loses and doubles nothing`, { timeout, ...tierOf(round) }, async () => {
      const { death } = await shop.doom({ at: step, nth })
      expect(await liveThrough(life, death)).toBe(step)
    })
  }

  // A net for what no step names: each run falls through it at other places, and a failure tells which.
  it.for([1, 2, 3, 4, 5, 6])(
    'before some statement of an order’s life (%i) loses and doubles nothing',
    { timeout, ...long },
    async (_, { annotate }) => {
      const nth = randomInt(1, statementsOfALife)
      await annotate(`killed before statement ${nth}`)
      const { death } = await shop.doom({ nth })
      expect(await liveThrough('bought', death)).toBe('statement')
    },
  )
})

it('every step that the shop comes to is one of the list', long, () => {
  expect([...shop.steps()].toSorted()).toEqual([...allSteps].toSorted())
})
