import * as z from 'zod/mini'
import { requiredText } from '#kernel/fields'
import type { FieldError } from '#kernel/refusals'
import { plainSentence } from '#kernel/sentences'
import type { ContentFile } from '../content.rules.ts'
import { LinkTarget } from './links.rules.ts'
import { problemOfPlaceholders } from './placeholders.rules.ts'

/** What the shop's settings say, and its promises may: so a promise is never another one than what the shop does. */
export const promisePlaceholders = ['free-from', 'shipping-fee', 'hold-hours'] as const

const words = (most: number) => requiredText('Write something here.', most)

const promise = (most: number) =>
  words(most).check(context => {
    const message = problemOfPlaceholders(context.value, promisePlaceholders)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })

const few = <Item extends z.core.$ZodType>(item: Item, most: number) =>
  z.array(item).check(z.maxLength(most, `There is room for ${most} here. Remove some.`))

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

/** What a new shop begins with. Samples are the demo's: a figure or an offer is true, or is not there (decisions, section 6). */
export function originalsOf(file: ContentFile, { isDemo }: { isDemo: boolean }): HomeEntries {
  const { hero, services, promos, statistics, footer, copyright, shop } = file
  const isLeftOut = (name: Sample) => !isDemo && file.samples?.includes(name) === true
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

type Sample = NonNullable<ContentFile['samples']>[number]

/** A value as it is kept, or what is wrong with it, by its fields: `value.items.0.title`. */
export function readEntry(
  schema: z.core.$ZodType,
  value: unknown,
): { value: unknown; errors: undefined } | { value: undefined; errors: FieldError[] } {
  const { data, error } = z.safeParse(schema, value, { error: plainSentence })
  if (!error) return { value: data, errors: undefined }
  const errors = error.issues.map(({ path, message }) => ({ field: ['value', ...path].join('.'), message }))
  return { value: undefined, errors }
}
