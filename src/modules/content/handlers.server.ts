import type { Handlers } from '#kernel/endpoint'
import type { Context } from '#platform/context'
import type { contentContract } from './content.contract.ts'
import { refuse } from './refusals.rules.ts'
import { type Article, type ArticleHead, type ShopContent, readingMinutes } from './shapes.rules.ts'

function headOf(article: Article): ArticleHead {
  const { slug, topic, question, answer } = article
  return { slug, topic, question, answer, minutes: readingMinutes(article) }
}

type ContentHandlers = Handlers<typeof contentContract, Context>

/** The calls of `content/content.contract.ts`. `getConfig`: what all modules say of the shop, put together by the program. */
export function contentHandlers(file: ShopContent, getConfig: ContentHandlers['getConfig']): ContentHandlers {
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

    getConfig,
  }
}
