import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { Handlers } from '#kernel/endpoint'
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
  const mistakes = contentProblems(data)
  if (mistakes.length > 0) throw problems(mistakes.join('; '))
  return data
}

function placed({ path, message }: z.core.$ZodIssue): string {
  return `${path.length > 0 ? path.join('.') : 'the whole file'}: ${message}`
}

function headOf(article: Article): ArticleHead {
  const { slug, topic, question, answer } = article
  return { slug, topic, question, answer, minutes: readingMinutes(article) }
}

type ContentHandlers = Handlers<typeof contentContract, Context>

/** `getConfig`: what all modules say of the shop, put together by the program. */
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
