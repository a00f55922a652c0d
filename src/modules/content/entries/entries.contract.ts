import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
import { wholeNumber } from '#kernel/fields'
import { documentKinds } from './entries.rules.ts'
import { entryFieldTexts } from './entries.texts.ts'

/** What an entry says: its fields, which `entries.rules.ts` judges by the entry's name. */
const Value: z.ZodMiniType = z.record(z.string(), z.unknown(), { error: () => entryFieldTexts.object })

/** One piece of the shop's own words: what it says, and what a new shop begins with. */
export const ContentEntry = z.object({
  /** `hero`, `footer`. */
  name: z.string(),
  value: z.nullable(Value),
  original: z.nullable(Value),
  /** Whether the owner has said something else than the original. */
  isOwn: z.boolean(),
  /** Counts its changes; to be sent with the next one. */
  version: z.number(),
})
export type ContentEntry = z.infer<typeof ContentEntry>

/** One change: what was said before, null for the original. */
export const ContentChange = z.object({
  _id: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  name: z.string(),
  before: z.nullable(Value),
  /** Whether there was anything: a page that was added was not there before. */
  wasThere: z.boolean(),
})
export type ContentChange = z.infer<typeof ContentChange>

/** A mail whose words an owner can write. */
export const MailText = z.extend(ContentEntry, {
  title: z.string(),
  /** What may stand in braces, beside `{shop}`; and what has to. */
  placeholders: z.array(z.string()),
  required: z.array(z.string()),
})
export type MailText = z.infer<typeof MailText>

/** A page or an article, in the list of them. */
export const ContentDocument = z.object({
  /** `page:terms-of-use`. */
  name: z.string(),
  kind: z.enum(documentKinds),
  path: z.string(),
  title: z.string(),
  /** Whether a new shop begins with it. */
  hasOriginal: z.boolean(),
  isOwn: z.boolean(),
  isRemoved: z.boolean(),
  /** Whether screens of the shop lead there: then it cannot be removed. */
  isNeeded: z.boolean(),
  /** Whether footer or offers lead there. */
  isLinked: z.boolean(),
  version: z.number(),
})
export type ContentDocument = z.infer<typeof ContentDocument>

const NameParams = z.object({ name: z.string().check(z.maxLength(120)) })
export const entriesContract = {
  getHomeEntries: endpoint('GET /content-entries', {
    summary: 'What an owner can write of home page and footer, and its last changes.',
    access: 'staff:settings',
    answer: z.object({ entries: z.array(ContentEntry), changes: z.array(ContentChange) }),
  }),
  changeEntry: endpoint('PUT /content-entries/:name', {
    summary:
      'Changes a piece of the shop’s own words, if it is still at the version that was read; null brings the original back.',
    access: 'staff:settings',
    params: NameParams,
    body: z.object({
      value: z.nullable(Value),
      version: z
        .int({ error: () => entryFieldTexts.version })
        .check(z.minimum(0, { error: () => entryFieldTexts.version })),
      /** A new page or article: nothing may be at its address. */
      isNew: z.optional(z.boolean()),
    }),
    answer: z.object({ version: z.number(), modifiedCount: z.number() }),
    refusals: ['no-such-entry', 'changed-meanwhile', 'address-taken', 'too-many-pages'],
  }),
  removeEntry: endpoint('DELETE /content-entries/:name', {
    summary: 'Removes a page or an article, if it is still at the version that was read.',
    access: 'staff:settings',
    params: NameParams,
    query: z.object({ version: wholeNumber(() => entryFieldTexts.version) }),
    answer: z.object({ version: z.number(), modifiedCount: z.number() }),
    refusals: ['no-such-entry', 'changed-meanwhile', 'page-needed'],
  }),
  listMailTexts: endpoint('GET /mail-texts', {
    summary: 'The mails to customers whose words an owner can write, and their last changes.',
    access: 'staff:settings',
    answer: z.object({ mails: z.array(MailText), changes: z.array(ContentChange) }),
  }),
  listDocuments: endpoint('GET /content-documents', {
    summary: 'The short pages and the articles of the blog, and their last changes.',
    access: 'staff:settings',
    answer: z.object({ documents: z.array(ContentDocument), changes: z.array(ContentChange) }),
  }),
  getDocument: endpoint('GET /content-documents/:name', {
    summary: 'One short page or article, as its owner writes it.',
    access: 'staff:settings',
    params: NameParams,
    answer: z.extend(ContentDocument, { value: z.nullable(Value), original: z.nullable(Value) }),
    refusals: ['no-such-entry'],
  }),
}
