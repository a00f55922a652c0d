import { sentence } from '#kernel/sentence'
import { isOneLine, fieldTexts } from '#kernel/fields'
import { numberFormat } from '#kernel/formats'
import type { NumberField } from '#kernel/typed-number'
import { slugOf } from '../slug.rules.ts'
import { attributeProblems } from './attributes.texts.ts'

/** What tools of a category can say of themselves (trade, section 1). */
export const attributeKinds = ['text', 'number', 'yes-no', 'choice'] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** `own`: of one category; those that it inherits come on top. */
export const attributeLimits = { own: 30, all: 2000, name: 60, unit: 20, choices: 100, choice: 60, text: 200 }

/** Whether a name says anything that an address can be made of. */
export const hasLetters = (name: string): boolean => /[\p{L}\p{N}]/u.test(name)

/** Square ones behind it alone: there they are read as the round ones are. */
export const hasBrackets = (name: string): boolean => /[()]|\]\s*$/.test(name)

/** Whether every name is another one, however it is capitalised and punctuated. */
export const areDistinct = (names: readonly string[]): boolean => new Set(names.map(slugOf)).size === names.length

/** The choices of an attribute that is made, each with the number that stored values name it by. */
export const numberedChoices = (names: readonly string[]): { key: number; name: string }[] =>
  names.map((name, at) => ({ key: at + 1, name }))

/** The same numbers by the slugs of the choices, as stored values have them. */
export const choiceNumbers = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(numberedChoices(names).map(({ key, name }) => [slugOf(name), String(key)]))

/** What a value is judged by. */
export type Judged = { kind: AttributeKind; choices: readonly { slug: string; name: string }[] }

export type Judgement = { value: string } | { problem: string }

/**
 * A value in its stored form, or what is wrong with it: a number without needless zeros, `yes` or `no`, a choice by its slug. Nothing
 * typed is no value: an empty text.
 */
export function judgeValue({ kind, choices }: Judged, typed: string): Judgement {
  const text = typed.replaceAll(/\s+/g, ' ').trim()
  if (text === '') return { value: '' }
  if (kind === 'number') {
    const value = plainNumber(text)
    return value === undefined ? { problem: attributeProblems.number } : { value }
  }
  if (kind === 'yes-no') {
    const value = yesOrNo(text)
    return value === undefined ? { problem: attributeProblems.yesOrNo } : { value }
  }
  if (kind === 'choice') {
    const choice = choices.find(({ slug }) => slug === slugOf(text))
    if (choice) return { value: choice.slug }
    const areNamed = choices.length <= choicesNamed
    return { problem: areNamed ? attributeProblems.oneOf(choices.map(({ name }) => name)) : attributeProblems.choice }
  }
  if (text.length > attributeLimits.text) return { problem: attributeProblems.tooLong(attributeLimits.text) }
  if (text.includes('\0')) return { problem: fieldTexts.unstorable }
  return isOneLine(text) ? { value: text } : { problem: fieldTexts.notOneLine }
}

const choicesNamed = 5

/** A decimal number in its stored form: `058.50` is `58.5`. Fifteen digits at most, so that a computed number tells any two apart. */
export function plainNumber(text: string): string | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = fraction.replace(/0+$/, '')
  const plain = decimals ? `${digits}.${decimals}` : digits
  return sign === '-' && plain !== '0' ? `-${plain}` : plain
}

const yes = new Set(['yes', 'y', 'true', '1'])
const no = new Set(['no', 'n', 'false', '0'])

function yesOrNo(text: string): string | undefined {
  const word = text.toLowerCase()
  return yes.has(word) ? 'yes' : no.has(word) ? 'no' : undefined
}

/** A field for the number of an attribute, as people of this language type it. */
export const attributeField = (locale: string): NumberField => ({ locale, decimals: 6, isSigned: true })

/** A stored number as people of this language read it: with all of its decimals. */
export const numberInWords = (stored: string, locale: string): string =>
  numberFormat(locale, { maximumFractionDigits: 6 }).format(stored as Intl.StringNumericLiteral)

/** What stands above the column of an attribute: `Outer diameter (mm)`. */
export const labelOf = ({ name, unit }: { name: string; unit: string }): string =>
  unit ? sentence`${name} (${unit})` : name
