import type { Settings } from '#platform/settings'
import type { ContentFile, ShopContent } from './shapes.rules.ts'
import { isSample, originalsOf } from './entries/entries.rules.ts'
import type { OwnDocument, OwnEntries } from './entries/own-entries.server.ts'
import { paragraphsOf } from './entries/mails.rules.ts'
import { pathOfLink } from './entries/links.rules.ts'
import { fillPlaceholders } from './entries/placeholders.rules.ts'

type Words = {
  file: ContentFile
  own: OwnEntries
  settings: Settings
  /** What stands in the places of a promise, as the settings have it now. */
  promises: () => ReadonlyMap<string, string>
}

/** The owner's words for the shop, where they said some, instead of those of the file; as they are when they are read. */
export function withOwnWords({ file, own, settings, promises }: Words): ShopContent {
  const { shop } = file
  // Nobody can be called or visited at a sample.
  const contact = () => (!settings.demo && isSample(file, 'contact') ? { phone: '', address: '' } : shop)
  const now = {
    get name() {
      return settings.shopName ?? shop.name
    },
    get tagline() {
      return settings.shopTagline ?? shop.tagline
    },
    get phone() {
      return settings.shopPhone ?? contact().phone
    },
    get address() {
      return settings.shopAddress ?? contact().address
    },
    get logo() {
      const { src, width, height } = own.logo() ?? {}
      return src && width && height ? { src, width, height } : undefined
    },
  }
  const originals = () => originalsOf(file, { isDemo: settings.demo, shop: now })
  const pages = () => merged(file.pages, own.pages())
  const articles = () => merged(file.blog.articles, own.articles())
  /** Whether there is still what a link leads to. */
  const leadsOn = ({ to }: { to: string }) => {
    const [, kind, slug] = /^\/(pages|blog)\/(.+)$/.exec(pathOfLink(to)) ?? []
    return !slug || (kind === 'pages' ? pages() : articles()).some(document => document.slug === slug)
  }
  return {
    ...file,
    shop: now,
    get pages() {
      return pages()
    },
    get blog() {
      return { ...file.blog, articles: articles() }
    },
    get hero() {
      const { button, ...words } = own.home('hero') ?? originals().hero
      return { ...words, action: { ...file.hero.action, label: button } }
    },
    get services() {
      const { items } = own.home('services') ?? originals().services
      const promised = promises()
      return items.map(({ icon, title, text }) => ({
        icon,
        title: fillPlaceholders(title, promised),
        text: fillPlaceholders(text, promised),
      }))
    },
    get promos() {
      return (own.home('promos') ?? originals().promos).items.filter(({ action }) => leadsOn(action))
    },
    get statistics() {
      return (own.home('statistics') ?? originals().statistics).items
    },
    get footer() {
      const { lists } = own.home('footer') ?? originals().footer
      return lists.map(({ title, links }) => ({ title, links: links.filter(leadsOn) }))
    },
    get copyright() {
      return (own.home('footer') ?? originals().footer).copyright
    },
  }
}

/** The owner's own first, the newest before the others; then those of the file, as the owner has them. */
function merged<D extends { slug: string }>(originals: readonly D[], own: readonly OwnDocument<D>[]): D[] {
  const bySlug = new Map(own.map(one => [one.slug, one]))
  const originalSlugs = new Set(originals.map(({ slug }) => slug))
  const added = own.flatMap(({ slug, document }) => (document && !originalSlugs.has(slug) ? [document] : []))
  const current = originals.flatMap(original => {
    const change = bySlug.get(original.slug)
    return change ? (change.document ?? []) : original
  })
  return [...added, ...current]
}

/** The owner's words for a kind of mail, with these values in their places; undefined where they said none. */
export function mailWords(own: OwnEntries, kind: string, values: ReadonlyMap<string, string>) {
  const entry = own.mail(kind)
  if (!entry) return undefined
  const fill = (text: string) => fillPlaceholders(text, values)
  return { subject: fill(entry.subject), paragraphs: paragraphsOf(entry.text).map(fill) }
}
