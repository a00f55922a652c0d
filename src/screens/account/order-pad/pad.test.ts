import { describe, expect, it } from 'vitest'
import type { PadAnswer } from './pad-row.ts'
import {
  type Pad,
  type PadChange,
  addedIn,
  changePad,
  emptyPad,
  isEmptyPad,
  isOnAnotherLine,
  linesToAdd,
  queryOf,
} from './pad.ts'

const row = (number: string, quantity = '1') => ({ number, quantity, brand: '' })
const after = (...changes: PadChange[]): Pad => changes.reduce(changePad, emptyPad)
const numbersOf = ({ lines }: Pad) => lines.map(({ number }) => number)

const tool = (id: string) => ({
  _id: id,
  name: `Tool ${id}`,
  price: 1,
  listPrice: 1,
  partNumber: id,
  brand: null,
  availableQuantity: 9,
  minimumQuantity: 1,
  multiple: 1,
  unit: 'each' as const,
  boxQuantity: null,
})
const lineOf = (id: string, quantity: number) => ({
  tools_id: id,
  tool: tool(id),
  quantity,
  unitPrice: 1,
  lineTotal: quantity,
})

/** Rows 0 and 2 are one, row 1 is to choose, row 3 refused. */
const answer: PadAnswer = {
  added: [{ row: 0, rows: [0, 2], ...lineOf('a', 3) }],
  choose: [
    {
      row: 1,
      rows: [1],
      quantity: 5,
      why: 'two-brands',
      message: 'Choose.',
      offers: [{ ...lineOf('b', 6), differs: [] }],
    },
  ],
  refused: [{ row: 3, code: 'number-unknown', message: 'No part has this number.' }],
}
const filled = after({ does: 'insert', rows: [row('A'), row('B', '5'), row('a', '2'), row('X')] })
const checked = changePad(filled, { does: 'answer', query: queryOf(filled), answer })

describe('the lines of a quick order', () => {
  it('always have one to write on', () => {
    const [first] = emptyPad.lines
    expect(numbersOf(after({ does: 'insert', rows: [row('A')] }))).toEqual(['A', ''])
    const full = emptyPad.lines.reduce(
      (pad, { id }) => changePad(pad, { does: 'type', id, typed: { number: 'N' } }),
      emptyPad,
    )
    expect(numbersOf(full)).toEqual(['N', 'N', 'N', 'N', ''])
    expect(changePad(emptyPad, { does: 'remove', id: first?.id ?? 0 }).lines).toHaveLength(3)
  })

  it('take a paste where it was pasted, and lose nothing', () => {
    const [, second] = filled.lines
    const into = changePad(filled, { does: 'insert', at: second?.id ?? 0, rows: [row('P'), row('Q')] })
    expect(numbersOf(into)).toEqual(['A', 'P', 'Q', 'B', 'a', 'X', ''])
    const blank = filled.lines.at(-1)?.id ?? 0
    expect(numbersOf(changePad(filled, { does: 'insert', at: blank, rows: [row('P')] }))).toEqual([
      'A',
      'B',
      'a',
      'X',
      'P',
      '',
    ])
    expect(new Set(into.lines.map(({ id }) => id)).size).toBe(into.lines.length)
  })

  it('are asked about unless they are blank, with what was chosen for them', () => {
    const [first] = emptyPad.lines
    const picked = after(
      { does: 'pick', id: first?.id ?? 0, number: 'A 1', tool: { id: 'a', name: 'Tool a' } },
      { does: 'type', id: 2, typed: { quantity: '4' } },
    )
    expect(queryOf(picked)).toEqual({
      ids: [0, 2],
      rows: [
        { number: 'A 1', quantity: '', tools_id: 'a' },
        { number: '', quantity: '4' },
      ],
    })
    const typedOver = changePad(picked, { does: 'type', id: 0, typed: { number: 'A 2' } })
    expect(queryOf(typedOver).rows[0]).toEqual({ number: 'A 2', quantity: '' })
  })

  it('stand where the answer puts them, each in one place', () => {
    expect(checked.lines.map(({ outcome }) => outcome?.kind)).toEqual([
      'added',
      'choose',
      'merged',
      'refused',
      undefined,
    ])
    expect(queryOf(checked).rows).toHaveLength(4)
  })

  it('are as unknown as before where they were changed while the shop was asked', () => {
    const [, , third, fourth] = filled.lines
    const typed = changePad(filled, { does: 'type', id: third?.id ?? 0, typed: { quantity: '7' } })
    const removed = changePad(typed, { does: 'remove', id: fourth?.id ?? 0 })
    const late = changePad(removed, { does: 'answer', query: queryOf(filled), answer })
    expect(late.lines.map(({ outcome }) => outcome?.kind)).toEqual([undefined, 'choose', undefined, undefined])
  })

  it('go together when rows were one: removed, taken and put into the basket', () => {
    const [first, second] = checked.lines
    expect(numbersOf(changePad(checked, { does: 'remove', id: first?.id ?? 0 }))).toEqual(['B', 'X', ''])
    expect(numbersOf(changePad(checked, { does: 'drop', ids: addedIn(checked) }))).toEqual(['B', 'X', ''])
    expect(linesToAdd(checked, 7)).toEqual([{ tools_id: 'a', quantity: 3, vehicle: 7 }])
    const [offer] = answer.choose[0]?.offers ?? []
    if (!offer || !second) throw new Error('there is no offer')
    const taken = changePad(checked, { does: 'take', id: second.id, offer })
    expect(queryOf(taken).rows[1]).toEqual({ number: 'B', quantity: '6', tools_id: 'b' })
    expect(taken.lines[1]?.outcome?.kind).toBe('added')
    expect(isOnAnotherLine(taken, second.id, 'a')).toBe(true)
    expect(isOnAnotherLine(taken, second.id, 'b')).toBe(false)
  })

  it('that are ready take another quantity for all their rows, and are asked about as that (finding 19)', () => {
    const [first] = checked.lines
    const amended = changePad(checked, { does: 'amend', id: first?.id ?? 0, quantity: 9 })
    expect(queryOf(amended).rows[0]).toMatchObject({ number: 'A', quantity: '9' })
    expect(numbersOf(amended)).toEqual(['A', 'B', 'X', ''])
    expect(first?.outcome?.kind).toBe('added')
  })

  it('are all gone where they are cleared, and what was asked about them is told to none (finding 19)', () => {
    const cleared = changePad(checked, { does: 'clear' })
    expect(isEmptyPad(cleared)).toBe(true)
    expect(isEmptyPad(checked)).toBe(false)
    const late = changePad(cleared, { does: 'answer', query: queryOf(filled), answer })
    expect(isEmptyPad(late)).toBe(true)
  })

  it('are new objects where they change alone, so that the others are not drawn again', () => {
    const [first, second] = filled.lines
    const typed = changePad(filled, { does: 'type', id: first?.id ?? 0, typed: { number: 'Z' } })
    expect(typed.lines[0]).not.toBe(first)
    expect(typed.lines[1]).toBe(second)
  })
})
