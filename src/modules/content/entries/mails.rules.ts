import * as z from 'zod/mini'
import { requiredLines } from '#kernel/fields'
import type { MailKind } from '#kernel/mail-kind'
import { entryTexts, entryFieldTexts } from './entries.texts.ts'
import { placeholdersIn, problemOfPlaceholders } from './placeholders.rules.ts'

/** The entries of mails are called so: `mail:order-paid`. */
const prefix = 'mail:'
export const mailEntryName = (kind: string): string => prefix + kind

/** The mail that an entry of this name holds the words of. */
export function mailOf(name: string, mails: readonly MailKind[]): MailKind | undefined {
  return name.startsWith(prefix) ? mails.find(({ kind }) => mailEntryName(kind) === name) : undefined
}

/** Stands for the name of the shop in every mail. */
export const shopPlaceholder = 'shop'

/** What an owner writes of a mail: all but its greeting, its facts and its button, which are the shop's. */
export function mailEntry({ placeholders, required }: Pick<MailKind, 'placeholders' | 'required'>) {
  const allowed = [...placeholders, shopPlaceholder]
  const words = (most: number) =>
    requiredLines(() => entryFieldTexts.words, most).check(context => {
      const message = problemOfPlaceholders(context.value, allowed)
      if (message) context.issues.push({ code: 'custom', message, input: context.value })
    })
  return z.strictObject({ subject: words(150), text: words(4000) }).check(context => {
    const { subject, text } = context.value
    const present = placeholdersIn(`${subject} ${text}`)
    const missing = required.filter(name => !present.includes(name))
    if (missing.length === 0) return
    context.issues.push({ code: 'custom', message: entryTexts.needed(missing), path: ['text'], input: text })
  })
}

export type MailEntry = z.infer<ReturnType<typeof mailEntry>>

/** The paragraphs of a mail's text. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
