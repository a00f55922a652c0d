import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatExpiry, groupDigits } from '../../../../modules/ordering/payments/cards.rules.ts'
import { settleTyping } from './typing.ts'

/** A field without a browser: keys at the caret. */
function fieldOf(format: (text: string) => string) {
  let text = ''
  let caret = 0
  const settle = (next: string, at: number, isBackspace: boolean) => {
    const settled = settleTyping({ text: next, caret: at, previous: text, isBackspace }, format)
    text = settled.text
    caret = settled.caret
  }
  return {
    get text() {
      return text
    },
    get caret() {
      return caret
    },
    moveTo: (position: number) => {
      caret = Math.min(position, text.length)
    },
    type: (keys: string) => {
      for (const key of keys) settle(text.slice(0, caret) + key + text.slice(caret), caret + 1, false)
    },
    backspace: () => {
      if (caret > 0) settle(text.slice(0, caret - 1) + text.slice(caret), caret - 1, true)
    },
  }
}

describe('typing a number', () => {
  it('groups as it grows and keeps the caret at the end', () => {
    const field = fieldOf(groupDigits)
    field.type('4242424')
    expect([field.text, field.caret]).toEqual(['4242 424', 8])
    field.backspace()
    field.backspace()
    field.backspace()
    expect(field.text).toBe('4242')
  })

  it('keeps the caret where a digit was put in or taken out', () => {
    const field = fieldOf(groupDigits)
    field.type('42424242')
    field.moveTo(2)
    field.type('9')
    expect([field.text, field.caret]).toEqual(['4294 2424 2', 3])
    field.backspace()
    expect([field.text, field.caret]).toEqual(['4242 4242', 2])
    field.moveTo(5)
    field.backspace()
    expect([field.text, field.caret]).toEqual(['4244 242', 3])
  })
})

describe('typing a date', () => {
  it('puts the slash and lets backspace pass it', () => {
    const field = fieldOf(formatExpiry)
    field.type('1230')
    expect(field.text).toBe('12 / 30')
    for (const left of ['12 / 3', '12 / ', '1', '']) {
      field.backspace()
      expect(field.text).toBe(left)
    }
  })
})

it('can always be emptied by backspace, whatever was typed', () => {
  const formats = fc.constantFrom(groupDigits, formatExpiry)
  fc.assert(
    fc.property(
      formats,
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789 /')), maxLength: 24 }),
      (format, keys) => {
        const field = fieldOf(format)
        field.type(keys)
        field.moveTo(field.text.length)
        for (let step = 0; step < 60 && field.text !== ''; step += 1) field.backspace()
        expect(field.text).toBe('')
      },
    ),
  )
})
