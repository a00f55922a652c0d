import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint'
export {
  type ContentChange,
  type ContentDocument,
  type ContentEntry,
  entriesContract,
} from './entries/entries.contract.ts'
import { ArticlePage, BlogList, Content, ContentPage, Portfolio } from './shapes.rules.ts'

const SlugParams = z.object({ slug: z.string().check(z.maxLength(80)) })

export const contentContract = {
  getContent: endpoint('GET /content', {
    summary: 'The shop’s own words: top bar, hero, services, promos, statistics, footer.',
    access: 'everyone',
    reads: [],
    answer: Content,
  }),
  getContentPage: endpoint('GET /content/pages/:slug', {
    summary: 'One of the short pages that the footer links to.',
    access: 'everyone',
    reads: [],
    params: SlugParams,
    answer: ContentPage,
    refusals: ['page-gone'],
  }),
  getBlog: endpoint('GET /blog', {
    summary: 'The articles of the blog: their questions, each with its short answer.',
    access: 'everyone',
    reads: [],
    answer: BlogList,
  }),
  getArticle: endpoint('GET /blog/:slug', {
    summary: 'One article of the blog, with the one before and the one after it.',
    access: 'everyone',
    reads: [],
    params: SlugParams,
    answer: ArticlePage,
    refusals: ['page-gone'],
  }),
  getPortfolio: endpoint('GET /portfolio', {
    summary: 'The portfolio of the shop’s developer.',
    access: 'signed-in',
    answer: Portfolio,
  }),
  getConfig: endpoint('GET /config', {
    summary: 'What a browser needs to know of this shop: currency, payment provider, identity service, image host.',
    access: 'everyone',
    reads: [],
    answer: z.object({
      currency: z.string(),
      locale: z.string(),
      timeZone: z.string(),
      shop: z.object({ name: z.string(), url: z.string(), country: z.optional(z.string()) }),
      terms: z.object({
        shippingFee: z.number(),
        freeShippingFrom: z.number(),
        taxRate: z.number(),
        pricesIncludeTax: z.boolean(),
        /** Of a shop with a table of taxes, whose orders round once for all that is taxed alike. */
        taxRounding: z.optional(z.literal('group')),
        /** Of a shop with more than one delivery method; `POST /basket/priced` says which of them do. */
        choiceOfDelivery: z.optional(z.literal(true)),
        /** Countries whose parts are taxed differently: there the buyer is asked for the region. */
        taxedByRegion: z.optional(z.array(z.string())),
        reservationHours: z.number(),
      }),
      /** Visitors see no prices. */
      pricesAfterSignIn: z.boolean(),
      payments: z.object({
        provider: z.enum(['sandbox', 'stripe']),
        publishableKey: z.string(),
        apiBase: z.optional(z.string()),
        testMode: z.boolean(),
      }),
      identity: z.object({
        provider: z.enum(['embedded', 'firebase']),
        issuer: z.string(),
        google: z.object({ enabled: z.boolean(), standIn: z.boolean() }),
        demo: z.boolean(),
        /** The host at which passkeys work; absent where they do not. */
        passkeyHost: z.optional(z.string()),
        /** What a browser tells Firebase of the shop; absent with the embedded service. */
        firebase: z.optional(z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() })),
      }),
      imageHost: z.object({ url: z.string() }),
    }),
  }),
}
