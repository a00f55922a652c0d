import { digitsOf } from '#rules/ordering'

/** A text field after somebody typed, pasted, deleted or let the browser fill it in. */
export type Typing = {
  text: string
  caret: number
  /** The text before; and whether a character before the caret was deleted. */
  previous: string
  isBackspace: boolean
}

/** How the field should stand then: its digits grouped, and the caret where the person expects it. */
export function settleTyping(typing: Typing, format: (text: string) => string): { text: string; caret: number } {
  const { text, caret } = skipSeparator(typing)
  const formatted = format(text)
  if (caret >= text.length) return { text: formatted, caret: formatted.length }
  return { text: formatted, caret: positionAfterDigits(formatted, digitsOf(text.slice(0, caret)).length) }
}

/** Backspace on a space or slash means the digit before it: else the separator would just come back. */
function skipSeparator({ text, caret, previous, isBackspace }: Typing): { text: string; caret: number } {
  const hitSeparator = isBackspace && digitsOf(text) === digitsOf(previous)
  if (!hitSeparator) return { text, caret }
  const before = text.slice(0, caret).replace(/\d\D*$/, '')
  return { text: before + text.slice(caret), caret: before.length }
}

function positionAfterDigits(text: string, count: number): number {
  let seen = 0
  for (let position = 0; position < text.length; position += 1) {
    if (seen === count) return position
    if (/\d/.test(text.charAt(position))) seen += 1
  }
  return text.length
}
