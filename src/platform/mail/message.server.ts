import { inOneLine, sentenceInOneLine } from '#kernel/fields'
import { isolated } from '#kernel/sentence'
import { letterTexts } from './mail.texts.ts'
import type { Message } from './port.server.ts'

/**
 * Whom a mail is for. An address that nobody has confirmed may be a stranger's, typed by whoever wants words of their own
 * sent there under the shop's name: such a mail greets nobody by name and leaves out what the account's holder has typed.
 */
export type Receiver = { email: string; name: string; isConfirmed: boolean }

/** A named value. `isTyped`: in the words of the account's holder. */
export type Fact = { name: string; value: string; isTyped?: true }

/** What an owner says in a mail instead of the shop's own words. */
type MailWords = { subject: string; paragraphs: readonly string[] }

/** The shop as its mails show it. Read it when one is written: its owner may change it. */
export type Letterhead = {
  name: string
  /** A picture of a kind that every mail program shows; the name stands for it where it is not loaded. */
  logoUrl: string | undefined
  /** The owner's words for a kind of mail, with these values in the places that are kept for them. */
  wordsFor: (kind: string, values: ReadonlyMap<string, string>) => MailWords | undefined
}

/** What a mail says, from top to bottom. Every part is plain text; it is escaped here. */
export type Letter = {
  to: Receiver
  letterhead: Letterhead
  /** By which an owner says other words for it; left out where they cannot. */
  kind?: string
  /** What an owner's words may name: the shop's own values, and nothing that the account's holder has typed. */
  values?: Readonly<Record<string, string>>
  subject: string
  /** The shop's own words alone. */
  paragraphs: readonly string[]
  /** Named values in two columns: what was ordered, what it came to. */
  facts?: readonly Fact[]
  /** The one thing to do, as a button; in the text version its address on a line of its own. */
  action?: { label: string; url: string }
  /** Small print: why this mail came, and what to do if it should not have. */
  closing?: string
}

const factLine = (text: string) => isolated(sentenceInOneLine(text))

/** A letter as a message with a text and an HTML part that say the same. */
export function messageOf({ to, facts = [], kind, values = {}, ...letter }: Letter): Message {
  const { letterhead } = letter
  const own = kind && letterhead.wordsFor(kind, new Map(Object.entries({ shop: letterhead.name, ...values })))
  const written = {
    ...letter,
    ...own,
    greeting: letterTexts.greeting(to.isConfirmed ? isolated(inOneLine(to.name)) : undefined),
    facts: facts.filter(fact => to.isConfirmed || !fact.isTyped),
  }
  return { to: to.email, subject: inOneLine(written.subject), text: textOf(written), html: htmlOf(written) }
}

type Written = Omit<Letter, 'to' | 'facts' | 'kind' | 'values'> & { greeting: string; facts: readonly Fact[] }

/** Each part in one line, as the greeting is already: what somebody has typed into a name must not look like another part, above the real one. */
function textOf({ greeting, paragraphs, facts, action, closing }: Written): string {
  const parts = [
    greeting,
    ...paragraphs.map(sentenceInOneLine),
    facts.map(({ name, value }) => `${factLine(name)}: ${factLine(value)}`).join('\n'),
    action ? `${sentenceInOneLine(action.label)}:\n${action.url}` : '',
    sentenceInOneLine(closing ?? ''),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const ink = '#12171c'
const steel = '#5d6974'
const line = '#dcd8ce'
const font = 'Barlow,Arial,sans-serif'

/** Tables and inline styles, because mail programs know little else; colours are those of the shop's light theme. */
function htmlOf(letter: Written): string {
  const { letterhead, greeting, paragraphs, facts, action, closing } = letter
  const proseStyle = `margin:0 0 16px;font:16px/1.5 ${font};color:${ink}`
  const paragraph = (text: string) => `<p style="${proseStyle}">${escapeHtml(text)}</p>`
  const body = [
    `<p style="${proseStyle}">${escapeCharacters(greeting)}</p>`,
    ...paragraphs.map(paragraph),
    facts.length > 0 ? factsTable(facts) : '',
    action ? button(action) : '',
    closing ? `<p style="margin:0;font:14px/1.5 ${font};color:${steel}">${escapeHtml(closing)}</p>` : '',
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#faf8f3;padding:24px">
<div style="max-width:560px;margin:auto;background:#fff;border:1px solid ${line};border-top:4px solid #d9480f;border-radius:4px;padding:24px">
<p style="margin:0 0 16px;font:bold 22px 'Barlow Condensed',${font};color:${ink}">${headOf(letterhead)}</p>
${body.filter(Boolean).join('\n')}
</div></body></html>`
}

/** The logo, or the name where there is none, or where the mail program loads no pictures. */
function headOf({ name, logoUrl }: Letterhead): string {
  if (logoUrl === undefined) return escapeHtml(name)
  return `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="48" style="height:48px;max-width:100%;border:0">`
}

function factsTable(facts: readonly Fact[]): string {
  const cell = `padding:8px 0;border-bottom:1px solid ${line};vertical-align:top`
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><th scope="row" style="${cell};padding-right:16px;font:14px/1.4 ${font};color:${steel};text-align:left"><bdi>${escapeHtml(name)}</bdi></th><td dir="auto" style="${cell};font:bold 15px/1.4 ${font};color:${ink};text-align:right">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" style="width:100%;margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" style="display:inline-block;background:#d9480f;color:#fff;padding:12px 18px;border-radius:4px;text-decoration:none;font:bold 16px ${font}">${escapeHtml(label)}</a></p>`
}

const escapeHtml = (text: string): string => escapeCharacters(sentenceInOneLine(text))

function escapeCharacters(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
