import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Handlers } from '#kernel/endpoint'
import { rateScale, toDecimal } from '#kernel/money'
import { refuse } from './refusals.rules.ts'
import { plainSentence } from '#kernel/sentences'
import type { Context } from '#platform/context'
import { StartupProblem } from '#platform/startup'
import type { contentContract } from './content.contract.ts'
export { type OwnEntries, ownEntries } from './entries/own-entries.server.ts'
export { changeLogo } from './entries/logo.server.ts'
export { mailWords, withOwnWords } from './own-words.server.ts'
import {
  type Article,
  type ArticleHead,
  ContentFile,
  type ShopContent,
  contentProblems,
  readingMinutes,
} from './content.rules.ts'

/** What other parts of the shop say about themselves on `/api/config`. */
export type PublicParts = {
  publicUrl: () => string
  payments: { provider: 'sandbox' | 'stripe'; publishableKey: string; apiBase: string | undefined; testMode: boolean }
  identity: {
    provider: 'embedded' | 'firebase'
    issuer: string
    google: { enabled: boolean; standIn: boolean }
    passkeys: () => string | undefined
    firebase?: { apiKey: string; authDomain: string; projectId: string }
  }
}

/** Reads the owner's content file; a mistake in it stops the start with its place. */
export async function readContent(path: string): Promise<ContentFile> {
  const problems = (complaints: string) =>
    new StartupProblem(`The content file ${path} cannot be used: ${complaints.replace(/\.$/, '')}.`)
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw problems(error instanceof Error ? error.message : String(error))
  }
  const { data, error } = z.safeParse(ContentFile, read, { error: plainSentence })
  if (error) throw problems(error.issues.map(placed).join(' '))
  const found = contentProblems(data)
  if (found.length > 0) throw problems(found.join('; '))
  return data
}

function placed({ path, message }: z.core.$ZodIssue): string {
  return `${path.length > 0 ? path.join('.') : 'the whole file'}: ${message}`
}

function headOf(article: Article): ArticleHead {
  const { slug, topic, question, answer } = article
  return { slug, topic, question, answer, minutes: readingMinutes(article) }
}

/** On what terms the shop sells. */
function termsOf(settings: Context['settings']) {
  // An address there needs its region.
  const ofRegions = settings.taxTable.filter(({ region }) => region !== undefined)
  const taxedByRegion = [...new Set(ofRegions.map(({ country }) => country))]
  return {
    shippingFee: toDecimal(settings.shippingFee, settings.currency),
    freeShippingFrom: toDecimal(settings.freeShippingFrom, settings.currency),
    taxRate: settings.taxRate / rateScale,
    pricesIncludeTax: settings.pricesIncludeTax,
    ...(settings.taxTable.length > 0 && { taxRounding: 'group' as const }),
    ...(settings.deliveryMethods.length > 0 && { choiceOfDelivery: true as const }),
    ...(taxedByRegion.length > 0 && { taxedByRegion }),
    reservationHours: settings.reservationHours,
  }
}

export function contentHandlers(file: ShopContent, parts: PublicParts): Handlers<typeof contentContract, Context> {
  return {
    // Read each time: the owner may change it.
    getContent: async () => ({
      shop: { ...file.shop },
      hero: file.hero,
      services: file.services,
      promos: file.promos,
      statistics: file.statistics,
      footer: file.footer,
      copyright: file.copyright,
    }),

    async getContentPage(_ctx, { params }) {
      const page = file.pages.find(candidate => candidate.slug === params.slug)
      if (!page) throw refuse('page-gone')
      return page
    },

    async getBlog() {
      const { blog } = file
      return { ...blog, articles: blog.articles.map(headOf) }
    },

    async getArticle(_ctx, { params }) {
      const { articles } = file.blog
      const index = articles.findIndex(candidate => candidate.slug === params.slug)
      const article = articles[index]
      if (!article) throw refuse('page-gone')
      const [previous, next] = [articles[index - 1], articles[index + 1]]
      return {
        article: { ...article, ...headOf(article) },
        ...(previous && { previous: headOf(previous) }),
        ...(next && { next: headOf(next) }),
      }
    },

    getPortfolio: async () => file.portfolio,

    async getConfig({ settings }) {
      const { apiBase, ...payments } = parts.payments
      const { provider, issuer, google, firebase } = parts.identity
      const passkeyHost = parts.identity.passkeys()
      return {
        currency: settings.currency,
        locale: settings.locale,
        timeZone: settings.timeZone,
        shop: {
          name: file.shop.name,
          url: parts.publicUrl(),
          ...(settings.country !== undefined && { country: settings.country }),
        },
        terms: termsOf(settings),
        pricesAfterSignIn: settings.pricesAfterSignIn,
        payments: { ...payments, ...(apiBase && { apiBase }) },
        identity: {
          provider,
          issuer,
          google,
          demo: settings.demo,
          ...(passkeyHost && { passkeyHost }),
          ...(firebase && { firebase }),
        },
        imageHost: { url: '/api/images' },
      }
    },
  }
}
