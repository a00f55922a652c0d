import { plainDigit } from '#kernel/typed-number'

/** A phone number as it is typed. Pure, for both sides; whether it is one of its country, the server reads (phone.server.ts). */

/** `number`: digits of the plain kind, with a `+` before them where it was typed. `extension`: what is dialled once somebody answers. */
export type PhoneParts = { number: string; extension: string | undefined }

const written = /^([+(\d][\d\s+()./-]*)(?:[,;]?\s*(?:ext(?:ension|n)?\.?|x\.?|#)\s*[:=]?\s*(\d{1,7}))?$/i

/**
 * What of a phone number is dialled: "+44 (0)20 7946 0958 ext. 12" is +442079460958 and 12. Undefined where it is no number: beside digits
 * of any script, signs between them and an extension, there is nothing in one. E.164 has at most 15 digits, and no subscriber has fewer
 * than 5.
 */
export function phoneParts(typed: string): PhoneParts | undefined {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, plainDigit)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\u200E\u200F]/g, '')
    .trim()
  const [, main = '', extension] = written.exec(plain) ?? []
  const digits = (main.startsWith('+') ? main.replace('(0)', '') : main).replaceAll(/\D/g, '')
  if (digits.length < 5 || digits.length > 15) return undefined
  return { number: main.includes('+') ? `+${digits}` : digits, extension }
}

/** What a link to a number dials: the E.164 form where the shop has read one, else what was typed. Undefined where that is no number. */
export function dialled(typed: string, e164?: string | null): string | undefined {
  const parts = phoneParts(typed)
  const number = e164 ?? parts?.number
  if (number === undefined) return undefined
  return parts?.extension ? `${number};ext=${parts.extension}` : number
}
