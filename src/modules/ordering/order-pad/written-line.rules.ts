import { pieceWords } from '#kernel/tables/pieces'
import { foldPartNumber } from '#rules/finder'
import type { PadRow } from './order-pad.rules.ts'

/** What a line says where number and quantity stand in one text. `isSure`: nothing else is written so. */
export type WrittenLine = { number: string; quantity: string; isSure: boolean }

const amount = String.raw`\p{Nd}[\p{Nd}.,'’]*`
// Two sets are two of a number that is a set's.
const unit = `(?:${pieceWords}|kpl)\\.?`
const times = '[x×✕*]'

const forms = [
  // `8 x NUMBER`, `8 pcs NUMBER`, `8 pcs of NUMBER`
  { form: new RegExp(`^(${amount})\\s*${times}\\s*(\\S.*)$`, 'iu'), isSure: (number: string) => namesPart(number) },
  { form: new RegExp(`^(${amount})\\s*${unit}\\s+(?:of\\s+|x\\s+)?(\\S.*)$`, 'iu'), isSure: () => true },
] as const
const formsBehind = [
  // `NUMBER × 8 pcs`, `NUMBER 8 pcs`, `NUMBER: 8 pcs`
  { form: new RegExp(`^(.*?\\S)\\s*(?:${times}|[:=,;]|\\s)\\s*(${amount})\\s*${unit}$`, 'iu'), isSure: true },
  // `NUMBER x 8`, `NUMBER 8`: a bolt is called M10 x 50, and a number may go on behind a space.
  { form: new RegExp(`^(.*?\\S)(?:\\s*[×✕:=]\\s*|\\s+${times}\\s*|\\s+)(${amount})$`, 'iu'), isSure: false },
] as const

/** Letters and digits, or as many digits as no measure has. */
const namesPart = (number: string) => {
  const folded = foldPartNumber(number)
  return folded.length >= 5 || /\p{L}\P{L}*\p{Nd}|\p{Nd}.*\p{L}/u.test(folded)
}

/** What a row without a quantity may say; nothing where it has one, or names its tool. */
export function linesIn({ number, quantity, tools_id: tool }: PadRow): WrittenLine[] {
  const text = number.trim()
  if (tool !== undefined || String(quantity).trim() !== '' || text.length > 100) return []
  const before = forms.flatMap(({ form, isSure }): WrittenLine[] => {
    const [, quantity = '', number = ''] = form.exec(text) ?? []
    return number === '' ? [] : [{ number, quantity, isSure: isSure(number) }]
  })
  const behind = formsBehind.flatMap(({ form, isSure }): WrittenLine[] => {
    const [, number = '', quantity = ''] = form.exec(text) ?? []
    // Nobody counts from a zero on.
    return number === '' || quantity.startsWith('0') ? [] : [{ number, quantity, isSure }]
  })
  const lines = [...before, ...behind].filter(({ number }) => foldPartNumber(number) !== '')
  return lines.filter((line, at) => lines.findIndex(other => other.number === line.number) === at)
}
