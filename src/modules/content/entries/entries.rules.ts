import * as z from 'zod/mini'
import { requiredLines } from '#kernel/fields'
import type { FieldError } from '#kernel/refusals'
import { plainSentence } from '#kernel/sentences'
import type { ContentFile } from '../shapes.rules.ts'
import { LinkTarget } from './links.rules.ts'
import { writeText } from './text.rules.ts'
import { problemOfPlaceholders } from './placeholders.rules.ts'
import { entryFieldTexts } from './entries.texts.ts'

/** What the shop's settings say, and its promises may: so a promise is never another one than what the shop does. */
export const promisePlaceholders = ['free-from', 'shipping-fee', 'hold-hours'] as const

const words = (most: number) => requiredLines(() => entryFieldTexts.words, most)

const promise = (most: number) =>
  words(most).check(context => {
    const message = problemOfPlaceholders(context.value, promisePlaceholders)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })

const few = <Item extends z.core.$ZodType>(item: Item, most: number) =>
  z.array(item).check(z.maxLength(most, { error: () => entryFieldTexts.room(most) }))

const OwnLink = z.strictObject({ label: words(60), to: LinkTarget })

export const serviceIcons = ['truck', 'shield', 'card', 'clock'] as const

/** How many there is room for on the page. */
export const mostOf = { services: 4, promos: 2, statistics: 4, lists: 4, links: 12 } as const

/** The parts of home page and footer that an owner writes, each by itself. */
export const homeEntries = {
  hero: z.strictObject({ eyebrow: words(60), title: words(80), lead: words(200), button: words(40) }),
  services: z.strictObject({
    items: few(z.strictObject({ icon: z.enum(serviceIcons), title: promise(40), text: promise(80) }), mostOf.services),
  }),
  promos: z.strictObject({
    items: few(
      z.strictObject({ eyebrow: words(40), title: words(60), text: words(300), action: OwnLink }),
      mostOf.promos,
    ),
  }),
  statistics: z.strictObject({
    items: few(z.strictObject({ label: words(30), value: words(20) }), mostOf.statistics),
  }),
  footer: z.strictObject({
    lists: few(z.strictObject({ title: words(40), links: few(OwnLink, mostOf.links) }), mostOf.lists),
    copyright: words(160),
  }),
}

export type HomeEntries = { [Name in keyof typeof homeEntries]: z.infer<(typeof homeEntries)[Name]> }
export type HomeEntryName = keyof HomeEntries
export const homeEntryNames = Object.keys(homeEntries) as HomeEntryName[]

/** The entry that holds the shop's logo; it is changed by a call of its own, which knows the pictures. */
export const logoName = 'logo'
export const logoEntry = z.strictObject({
  key: z.string().check(z.regex(/^[0-9a-f]{24,64}$/)),
  src: z.string().check(z.startsWith('/')),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
})
export type Logo = z.infer<typeof logoEntry>

type AsNow = { isDemo: boolean; shop: { name: string; tagline: string } }

/**
 * What a shop says whose owner has said nothing yet, with its name and tagline of now. Samples are the demo's: a figure or an offer is
 * true, or is not there (decisions, section 6).
 */
export function originalsOf(file: ContentFile, { isDemo, shop }: AsNow): HomeEntries {
  const { hero, services, promos, statistics, footer } = file
  const copyright = file.copyright.replace(file.shop.name, () => shop.name)
  const isLeftOut = (name: Sample) => !isDemo && isSample(file, name)
  return {
    hero: {
      eyebrow: hero.eyebrow,
      title: hero.title,
      lead: isLeftOut('lead') ? shop.tagline : hero.lead,
      button: hero.action.label,
    },
    services: { items: services },
    promos: { items: isLeftOut('promos') ? [] : promos },
    statistics: { items: isLeftOut('statistics') ? [] : statistics },
    footer: { lists: footer, copyright },
  }
}

/** A short page, and an article of the blog, by what an owner types; `text` is as `readText` reads it. */
export const pageEntry = z.strictObject({ title: words(80), summary: words(240), text: words(30_000) })
export const articleEntry = z.strictObject({
  topic: words(40),
  question: words(160),
  answer: words(800),
  text: words(30_000),
})
export type PageEntry = z.infer<typeof pageEntry>
export type ArticleEntry = z.infer<typeof articleEntry>

export const documentKinds = ['page', 'article'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** How many of each a shop may write: every process holds them all. */
export const mostDocuments = 200

/** What an owner writes at an address of its own: `page:terms-of-use` is `/pages/terms-of-use`. */
export function documentOf(name: string): { kind: DocumentKind; slug: string; path: string } | undefined {
  const [, kind, slug] = /^(page|article):([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(name) ?? []
  if (!kind || !slug || slug.length > 80) return undefined
  return kind === 'page' ? { kind, slug, path: `/pages/${slug}` } : { kind: 'article', slug, path: `/blog/${slug}` }
}

/** Pages that screens of the shop lead to: they can be written anew, and not removed. */
export const neededPages: readonly string[] = ['page:contact']

/** What the file says at an address; undefined where it has nothing there. */
export function originalDocument(
  { pages, blog }: Pick<ContentFile, 'pages' | 'blog'>,
  name: string,
): PageEntry | ArticleEntry | undefined {
  const { kind, slug } = documentOf(name) ?? {}
  if (kind === 'page') {
    const page = pages.find(one => one.slug === slug)
    return page && { title: page.title, summary: page.summary, text: writeText(page.sections) }
  }
  const article = kind && blog.articles.find(one => one.slug === slug)
  if (!article) return undefined
  const { topic, question, answer, sections } = article
  return { topic, question, answer, text: writeText(sections) }
}

type Sample = NonNullable<ContentFile['samples']>[number]

/** Whether the file says this for the demo alone. */
export const isSample = (file: Pick<ContentFile, 'samples'>, name: Sample): boolean =>
  file.samples?.includes(name) === true

/** A value as it is stored, or its mistakes by field: `value.items.0.title`. */
export function readEntry(
  schema: z.core.$ZodType,
  value: unknown,
): { value: unknown; errors: undefined } | { value: undefined; errors: FieldError[] } {
  const { data, error } = z.safeParse(schema, value, { error: plainSentence })
  if (!error) return { value: data, errors: undefined }
  const errors = error.issues.map(({ path, message }) => ({ field: ['value', ...path].join('.'), message }))
  return { value: undefined, errors }
}
