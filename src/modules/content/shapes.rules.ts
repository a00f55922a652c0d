import * as z from 'zod/mini'
import { Address } from '#kernel/addresses'
import { serviceIcons } from './entries/entries.rules.ts'
import { linkableScreens, pathOfLink } from './entries/links.rules.ts'
import { entryFieldTexts } from './entries/entries.texts.ts'

/**
 * The shapes of `content/shop.json`, the words that a new shop begins with. They are strict: a key that is misspelt would
 * otherwise be a sentence that silently stays away.
 */
const Text = z.string().check(z.trim(), z.minLength(1))
const Slug = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: () => entryFieldTexts.slug }))
const Link = z.strictObject({ label: Text, to: Address })

/** A part of a page or an article: paragraphs, in which `backticks` set code, then points, then lines of code. */
const ArticleSection = z.strictObject({
  heading: z.optional(Text),
  paragraphs: z.array(Text),
  points: z.optional(z.array(Text)),
  code: z.optional(z.array(z.string())),
})
export type ArticleSection = z.infer<typeof ArticleSection>

export const ContentPage = z.strictObject({ slug: Slug, title: Text, summary: Text, sections: z.array(ArticleSection) })
export type ContentPage = z.infer<typeof ContentPage>

/** A question and its answer, first in a sentence or two, then at length. */
const Article = z.strictObject({
  slug: Slug,
  topic: Text,
  question: Text,
  answer: Text,
  sections: z.array(ArticleSection),
})
export type Article = z.infer<typeof Article>

/** What a list of articles needs of one, and the way from one to the next. */
export const ArticleHead = z.extend(z.omit(Article, { sections: true }), { minutes: z.number() })
export type ArticleHead = z.infer<typeof ArticleHead>
export const ArticlePage = z.strictObject({
  article: z.extend(Article, { minutes: z.number() }),
  previous: z.optional(ArticleHead),
  next: z.optional(ArticleHead),
})

const Blog = z.strictObject({ title: Text, lead: Text, articles: z.array(Article) })
export const BlogList = z.extend(Blog, { articles: z.array(ArticleHead) })

export const Portfolio = z.strictObject({
  name: Text,
  role: Text,
  place: Text,
  lead: Text,
  biography: z.array(Text),
  facts: z.array(z.strictObject({ label: Text, value: Text })),
  skills: z.array(z.strictObject({ title: Text, items: z.array(Text) })),
  education: z.array(z.strictObject({ years: Text, title: Text, place: Text, text: Text })),
  projects: z.array(z.strictObject({ title: Text, text: Text, tags: z.array(Text), action: z.optional(Link) })),
  contact: z.strictObject({ text: Text, email: Text, phone: Text }),
})
export type Portfolio = z.infer<typeof Portfolio>

const Shop = z.strictObject({ name: Text, tagline: Text, phone: Text, address: Text })
/** The picture that stands for the shop, where its owner has uploaded one. */
const ShopLogo = z.object({ src: Address, width: z.number(), height: z.number() })
export type ShopLogo = z.infer<typeof ShopLogo>

export const Content = z.strictObject({
  /** Phone and address are empty until the owner has said them. */
  shop: z.extend(Shop, { phone: z.string(), address: z.string(), logo: z.optional(ShopLogo) }),
  hero: z.strictObject({ eyebrow: Text, title: Text, lead: Text, action: Link }),
  services: z.array(z.strictObject({ icon: z.enum(serviceIcons), title: Text, text: Text })),
  promos: z.array(z.strictObject({ eyebrow: Text, title: Text, text: Text, action: Link })),
  statistics: z.array(z.strictObject({ label: Text, value: Text })),
  footer: z.array(z.strictObject({ title: Text, links: z.array(Link) })),
  copyright: Text,
})
export type Content = z.infer<typeof Content>

/** The whole file: what every screen needs, the short pages behind the footer, the blog, the portfolio. */
export const ContentFile = z.extend(Content, {
  shop: Shop,
  /** What of it is so in the demo shop alone. Other shops leave it out, or have their owner's instead. */
  samples: z.optional(z.array(z.enum(['contact', 'lead', 'promos', 'statistics']))),
  pages: z.array(ContentPage),
  blog: Blog,
  portfolio: Portfolio,
})
export type ContentFile = z.infer<typeof ContentFile>

/** What the shop says now: the words of the file, or the owner's, and what only an owner has. */
export type ShopContent = Omit<ContentFile, 'shop'> & Pick<Content, 'shop'>

/** What the shapes cannot say: slugs that stand twice, and links that lead nowhere. Each with its place in the file. */
export function contentProblems(file: ContentFile): string[] {
  const slugs = { pages: file.pages.map(page => page.slug), blog: file.blog.articles.map(article => article.slug) }
  const targets = new Set([
    ...linkableScreens,
    ...slugs.pages.map(slug => `/pages/${slug}`),
    ...slugs.blog.map(slug => `/blog/${slug}`),
  ])
  const twice = [...repeated('pages', slugs.pages), ...repeated('blog.articles', slugs.blog)]
  const astray = linksOf(file).filter(({ to }) => !leadsSomewhere(to, targets))
  return [...twice, ...astray.map(({ place, to }) => entryFieldTexts.nowhere(place, to))]
}

function repeated(place: string, slugs: string[]): string[] {
  return slugs.flatMap((slug, index) =>
    slugs.indexOf(slug) < index ? [entryFieldTexts.twice(place, index, slug)] : [],
  )
}

type PlacedLink = { place: string; to: string }

function linksOf({ hero, promos, footer, portfolio }: ContentFile): PlacedLink[] {
  return [
    { place: 'hero.action', to: hero.action.to },
    ...promos.map(({ action }, index) => ({ place: `promos.${index}.action`, to: action.to })),
    ...footer.flatMap(({ links }, list) =>
      links.map(({ to }, index) => ({ place: `footer.${list}.links.${index}`, to })),
    ),
    ...portfolio.projects.flatMap(({ action }, index) =>
      action ? [{ place: `portfolio.projects.${index}.action`, to: action.to }] : [],
    ),
  ]
}

function leadsSomewhere(to: string, targets: Set<string>): boolean {
  if (/^https?:\/\//.test(to)) return URL.canParse(to)
  return targets.has(pathOfLink(to))
}

const wordsAMinute = 200

/** How long an article takes to read, in whole minutes. */
export function readingMinutes({ answer, sections }: Article): number {
  const texts = sections.flatMap(({ heading = '', paragraphs, points = [] }) => [heading, ...paragraphs, ...points])
  const words = [answer, ...texts].join(' ').split(/\s+/).length
  return Math.ceil(words / wordsAMinute)
}
