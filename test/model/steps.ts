import fc from 'fast-check'
import type { Card } from './model.ts'

/**
 * One thing that somebody does. Numbers point at what is there at that moment, counted from the newest and round and
 * round, so that every sequence can be done and a shorter one still means something.
 */
export type Step =
  | { do: 'place'; buyer: number; lines: StepLine[]; key?: number | undefined }
  | { do: 'open'; order: number; by: 'owner' | 'stranger'; isPriceRight: boolean }
  | { do: 'pay'; order: number; intent: number; card: Card }
  | { do: 'report'; order: number; intent: number; by: 'owner' | 'stranger'; of: 'order' | 'tool' | 'other' | 'made-up' }
  | { do: 'delete'; order: number; by: 'owner' | 'stranger' | 'admin' }
  | { do: 'wait'; minutes: number }
  | { do: 'expire' | 'reconcile' | 'look-for-refunds' }
  | { do: 'deliver'; event: number; copies: number; isKept: boolean }
  | { do: 'lose'; event: number }
  | { do: 'forge'; order: number }
  | { do: 'job'; job: number; runs: number }
  | { do: 'misread'; order: number }
  | { do: 'call-off'; order: number; intent: number }
  | { do: 'refund'; order: number; share: number | undefined; some?: Some | undefined; key?: number | undefined }
  | { do: 'cancel'; order: number; some: Some; isStale: boolean; times: number; key?: number | undefined }
  | { do: 'ship'; order: number; some: Some | undefined; tracking: number }
  | { do: 'hand-over'; order: number }
  | { do: 'release'; order: number }
  | { do: 'receive'; order: number; share: number }
  | { do: 'take-back'; order: number; some: Some; becomes: 'stock' | 'scrap' }
  | { do: 'restock'; tool: number; units: number; key?: number | undefined }
  | { do: 'change'; tool: number; price: number; free?: number | undefined; isStale: boolean }
  | { do: 'archive'; tool: number } // prettier-ignore

/** Lines of the same tool for several jobs are several lines; 0 is for none. */
export type StepLine = { tool: number; units: number; job: number }
/** Lines of an order, from one on; without units, all of each that are still to leave. */
export type Some = { first: number; count: number; units: number | undefined }

/** Of the first two there is little, so that they run out; of the others enough for a basket. */
const scarce = 2
const toolCount = 8

/** Even ones mean an order of which the step makes sense, odd ones any. The newest more often than an old one. */
const recent = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(9))
const two = fc.nat(1)
const key = fc.option(fc.nat(2), { nil: undefined, freq: 2 })
const mostly = (freq: number) => fc.nat(freq).map(number => number > 0)
type Weighted = { weight: number; arbitrary: fc.Arbitrary<Step> }
const weigh = (weight: number, arbitrary: fc.Arbitrary<Step>): Weighted => ({ weight, arbitrary })

const anyTool = fc.oneof({ weight: 3, arbitrary: fc.nat(scarce - 1) }, { weight: 2, arbitrary: fc.nat(toolCount - 1) })
const line = (tool: fc.Arbitrary<number>, job: fc.Arbitrary<number>, max: number): fc.Arbitrary<StepLine> =>
  fc.record({ tool, units: fc.integer({ min: 1, max }), job })
const anyJob = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(9) })
const plenty = fc.integer({ min: scarce, max: toolCount - 1 })
const lines = fc.oneof(
  { weight: 5, arbitrary: line(anyTool, fc.constant(0), 4).map(only => [only]) },
  { weight: 4, arbitrary: fc.array(line(anyTool, anyJob, 3), { minLength: 1, maxLength: 4 }) },
  // What most lines want is there, so that a large basket is ordered more often than not.
  { weight: 3, arbitrary: fc.array(line(fc.oneof({ weight: 30, arbitrary: plenty }, { weight: 1, arbitrary: fc.nat(1) }), fc.nat(9), 2), { minLength: 5, maxLength: 20, size: 'max' }) },
) // prettier-ignore
const some: fc.Arbitrary<Some> = fc.record({
  first: fc.nat(19),
  count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3 }), fc.constant(20)),
  units: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 2 }),
})

const place = weigh(13, fc.record({ do: fc.constant('place'), buyer: two, lines, key }))
const open = weigh(
  8,
  fc.record({
    do: fc.constant('open'),
    order: recent,
    by: fc.constantFrom('owner', 'owner', 'stranger'),
    isPriceRight: mostly(7),
  }),
)
const pay = weigh(
  6,
  fc.record({
    do: fc.constant('pay'),
    order: recent,
    intent: recent,
    card: fc.constantFrom('good', 'good', 'declined', 'challenge-passed', 'challenge-failed', 'challenge-left'),
  }),
)
const deliver = weigh(
  8,
  fc.record({
    do: fc.constant('deliver'),
    event: fc.nat(9),
    copies: fc.integer({ min: 1, max: 2 }),
    isKept: mostly(2),
  }),
)
const report = weigh(
  4,
  fc.record({
    do: fc.constant('report'),
    order: recent,
    intent: recent,
    by: fc.constantFrom('owner', 'owner', 'stranger'),
    of: fc.constantFrom('order', 'tool', 'other', 'made-up'),
  }),
)
const remove = weigh(
  6,
  fc.record({ do: fc.constant('delete'), order: recent, by: fc.constantFrom('owner', 'admin', 'stranger') }),
)
const refund = weigh(
  4,
  fc.record({
    do: fc.constant('refund'),
    order: recent,
    share: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    some: fc.option(some, { nil: undefined, freq: 3 }),
    key,
  }),
)
const cancel = weigh(
  5,
  fc.record({
    do: fc.constant('cancel'),
    order: recent,
    some,
    isStale: mostly(5).map(isFresh => !isFresh),
    times: fc.constantFrom(1, 1, 2),
    key,
  }),
)
const ship = weigh(
  4,
  fc.record({
    do: fc.constant('ship'),
    order: recent,
    some: fc.option(some, { nil: undefined, freq: 2 }),
    tracking: fc.nat(3),
  }),
)
const job = weigh(5, fc.record({ do: fc.constant('job'), job: fc.nat(3), runs: fc.integer({ min: 1, max: 2 }) }))
const misread = weigh(2, fc.record({ do: fc.constant('misread'), order: recent }))
const other = [
  weigh(2, fc.record({ do: fc.constant('hand-over'), order: recent })),
  weigh(3, fc.record({ do: fc.constant('release'), order: recent })),
  weigh(2, fc.record({ do: fc.constant('receive'), order: recent, share: fc.integer({ min: 1, max: 5 }) })),
  weigh(3, fc.record({ do: fc.constant('take-back'), order: recent, some, becomes: fc.constantFrom('stock', 'scrap') })),
  weigh(4, fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 11, 11, 61, 61, 26 * 60, 49 * 60) })),
  { weight: 3, arbitrary: fc.constantFrom<Step>({ do: 'expire' }, { do: 'reconcile' }, { do: 'look-for-refunds' }) },
  weigh(2, fc.record({ do: fc.constant('lose'), event: fc.nat(9) })),
  weigh(1, fc.record({ do: fc.constant('forge'), order: recent })),
  weigh(1, fc.record({ do: fc.constant('call-off'), order: recent, intent: recent })),
  weigh(4, fc.record({ do: fc.constant('restock'), tool: anyTool, units: fc.integer({ min: -6, max: 4 }).map(units => units || 5), key })),
  weigh(3, fc.record({ do: fc.constant('change'), tool: anyTool, price: fc.integer({ min: 900, max: 3000 }), free: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }), isStale: mostly(3).map(isFresh => !isFresh) })),
  weigh(1, fc.record({ do: fc.constant('archive'), tool: anyTool })),
] // prettier-ignore
const anyStep = fc.oneof<Weighted[]>(
  place,
  open,
  pay,
  deliver,
  report,
  remove,
  refund,
  cancel,
  ship,
  job,
  misread,
  ...other,
)

const paid: fc.Arbitrary<Step[]> = fc.tuple(
  fc.constant<Step>({ do: 'open', order: 0, by: 'owner', isPriceRight: true }),
  fc.constantFrom<Step>(
    ...(['good', 'good', 'good', 'declined', 'challenge-passed'] as const).map(card => ({ do: 'pay' as const, order: 0, intent: 0, card })),
  ),
  fc.oneof<Weighted[]>(deliver, report, remove, misread, refund, cancel, place),
) // prettier-ignore
const refunded = fc.tuple(
  fc.oneof<Weighted[]>(refund, cancel),
  fc.oneof<Weighted[]>(refund, cancel, ship, job, job, deliver),
)

/**
 * An order first, because without one little else means anything; then whatever comes, with payments and refunds that
 * get somewhere among it, because what was left to chance alone would seldom get there.
 */
export const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    place.arbitrary,
    fc.array(
      fc.oneof(
        { weight: 7, arbitrary: anyStep.map(step => [step]) },
        { weight: 2, arbitrary: paid },
        { weight: 1, arbitrary: refunded },
      ),
      { minLength: 0, maxLength: 20, size: 'max' },
    ),
  )
  .map(([first, more]) => [first, ...more.flat()])

export const anyStart = fc.record({
  tools: fc
    .tuple(
      fc.record({
        onHand: fc.integer({ min: 1, max: 9 }),
        price: fc.integer({ min: 900, max: 3000 }),
        minimum: fc.constant(1),
      }),
      fc.record({
        onHand: fc.integer({ min: 2, max: 6 }),
        price: fc.constant(1250),
        minimum: fc.integer({ min: 1, max: 2 }),
      }),
      fc.array(
        fc.record({
          onHand: fc.integer({ min: 20, max: 90 }),
          price: fc.integer({ min: 100, max: 3000 }),
          minimum: fc.constant(1),
        }),
        { minLength: toolCount - scarce, maxLength: toolCount - scarce },
      ),
    )
    .map(([few, fewer, others]) => [few, fewer, ...others]),
  buyers: fc.tuple(fc.constant({ isVerified: true }), fc.record({ isVerified: mostly(2) })),
})

/**
 * How every run ends: what was lost is not coming any more, time passes, and everything that waits gets its turn. After
 * that nothing is open, and the shop has the money of what it sold.
 */
export const atRest: Step[] = [
  { do: 'wait', minutes: 11 },
  { do: 'reconcile' },
  { do: 'wait', minutes: 49 * 60 },
  { do: 'expire' },
]
