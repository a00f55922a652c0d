import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { Id, requiredText, wholeNumber } from '#kernel/fields'
import { basketLimits } from '../basket/basket.rules.ts'
import { BasketLine, LineInput } from '../basket/basket.contract.ts'
import { listLimits } from './lists.rules.ts'
import { listFieldTexts } from './lists.texts.ts'
import { orderFieldTexts } from '../fields.texts.ts'

export const ListName = z.object({ name: requiredText(() => listFieldTexts.name, listLimits.name) })

const NewLine = z.omit(LineInput, { acknowledged: true })
export type NewLine = z.infer<typeof NewLine>

const someLines = z.array(NewLine).check(
  z.minLength(1, { error: () => listFieldTexts.lines }),
  z.maxLength(listLimits.lines, { error: () => orderFieldTexts.lines(listLimits.lines) }),
  z.refine(lines => lines.every(({ quantity }) => quantity > 0), { error: () => listFieldTexts.quantities }),
)

/** One source at most; without one, what is in the basket. */
export const NewList = z
  .object({
    ...ListName.shape,
    order: z.optional(Id),
    lines: z.optional(someLines),
  })
  .check(
    z.refine(({ order, lines }) => order === undefined || lines === undefined, { error: () => listFieldTexts.both }),
  )

export const SavedList = z.object({ _id: z.string(), name: z.string(), lines: z.number(), savedAt: z.string() })
export type SavedList = z.infer<typeof SavedList>

/** A line at today’s price. `differs`: what is not as it was when it was saved. */
export const ListLine = z.extend(BasketLine, { differs: z.array(z.string()) })
export type ListLine = z.infer<typeof ListLine>

/** A tool that the account orders again and again. `quantity`: as many as the last time. */
export const OftenOrdered = z.extend(ListLine, { times: z.number(), lastOrderedAt: z.string() })
export type OftenOrdered = z.infer<typeof OftenOrdered>

const Difference = z.object({ name: z.string(), message: z.string() })

/** What became of lines that were put into the basket together. */
export const PutAnswer = z.object({
  added: z.number(),
  /** In the basket, and not as it was then. */
  differs: z.array(Difference),
  /** Not in the basket. */
  leftOut: z.array(Difference),
})
export type PutAnswer = z.infer<typeof PutAnswer>

const one = { access: 'owner', params: z.object({ id: Id }) } as const
/** A line of a list, by its `id` there. */
const oneLine = z.object({ id: Id, line: wholeNumber(() => listFieldTexts.line) })
const put = { idempotent: true, answer: PutAnswer } as const
const putRefusals = ['basket-full', 'too-many-units', 'idempotency-key-reused'] as const

export const listsContract = {
  readLists: endpoint('GET /lists', {
    summary: 'The lists of the account, by their names.',
    access: 'signed-in',
    answer: z.array(SavedList),
  }),
  saveList: endpoint('POST /lists', {
    summary: 'Saves lines under a name: those that are sent, those of an order, or without either those of the basket.',
    access: 'signed-in',
    idempotent: true,
    body: NewList,
    answer: z.object({ insertedId: z.string() }),
    refusals: [
      'list-empty',
      'list-name-taken',
      'too-many-lists',
      'order-gone',
      'tool-gone',
      'vehicle-unknown',
      'idempotency-key-reused',
    ],
  }),
  readList: endpoint('GET /lists/:id', {
    summary: 'A list with its lines at today’s prices, and what differs from when it was saved.',
    ...one,
    answer: z.object({ ...SavedList.shape, lines: z.array(ListLine) }),
    refusals: ['list-gone'],
  }),
  renameList: endpoint('PUT /lists/:id', {
    summary: 'Gives a list another name.',
    ...one,
    body: ListName,
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['list-gone', 'list-name-taken'],
  }),
  removeList: endpoint('DELETE /lists/:id', {
    summary: 'Removes a list. Removed again, it answers 0.',
    access: 'signed-in',
    params: one.params,
    answer: z.object({ deletedCount: z.number() }),
  }),
  addListLines: endpoint('POST /lists/:id/lines', {
    summary: 'Adds lines to a list, all or none. Units of a line that the list has are more of it.',
    ...one,
    idempotent: true,
    body: z.object({ lines: someLines }),
    answer: z.object({ insertedCount: z.number() }),
    refusals: ['list-gone', 'list-full', 'tool-gone', 'vehicle-unknown', 'too-many-units', 'idempotency-key-reused'],
  }),
  changeListLine: endpoint('PUT /lists/:id/lines/:line', {
    summary: 'Changes how many of a line a list has.',
    access: 'owner',
    params: oneLine,
    body: z.object({
      quantity: z.pipe(
        wholeNumber(() => orderFieldTexts.quantity),
        z
          .number()
          .check(
            z.minimum(1, { error: () => listFieldTexts.oneOrMore }),
            z.maximum(basketLimits.quantity, { error: () => orderFieldTexts.million }),
          ),
      ),
    }),
    answer: z.object({ modifiedCount: z.number() }),
    refusals: ['list-line-gone'],
  }),
  removeListLine: endpoint('DELETE /lists/:id/lines/:line', {
    summary: 'Takes a line out of a list. Taken out again, it answers 0.',
    access: 'signed-in',
    params: oneLine,
    answer: z.object({ deletedCount: z.number() }),
  }),
  readOftenOrdered: endpoint('GET /often-ordered', {
    summary:
      'What the account has ordered more than once in its last 500 orders and is still sold, the most often ordered first, at today’s prices.',
    access: 'signed-in',
    answer: z.array(OftenOrdered),
  }),
  putList: endpoint('POST /lists/:id/basket', {
    summary: 'Adds all lines of a list to the basket, and says what differs. What is no longer sold is left out.',
    ...one,
    ...put,
    refusals: ['list-gone', ...putRefusals],
  }),
  putOrder: endpoint('POST /orders/:id/basket', {
    summary: 'Adds all lines of an order of one’s own to the basket again, and says what differs.',
    ...one,
    ...put,
    refusals: ['order-gone', ...putRefusals],
  }),
}
