import type { Article, ArticleHead, Content } from '#rules/content'
import type { Shop } from '#ui/shop.tsx'
import type { Thing } from '#ui/data/structured-data.tsx'

type Named = Pick<Shop, 'name' | 'url'>

const organizationId = (url: string) => `${url}/#organization`
const plain = (text: string) => text.replaceAll('`', '')

/** The shop as schema.org's Organization, and its WebSite with the way to search it. */
export function shopThings({ name, tagline, phone, address, logo }: Content['shop'], url: string): Thing[] {
  return [
    {
      '@type': 'Organization',
      '@id': organizationId(url),
      name,
      description: tagline,
      url: `${url}/`,
      logo: logo ? new URL(logo.src, `${url}/`).href : `${url}/icons/icon-512.png`,
      telephone: phone,
      address,
    },
    {
      '@type': 'WebSite',
      '@id': `${url}/#website`,
      name,
      url: `${url}/`,
      publisher: { '@id': organizationId(url) },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${url}/shop?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

/** The blog as a page of questions, each with the answer that stands below it there. */
export function faqPage(articles: readonly ArticleHead[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: articles.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plain(answer) },
    })),
  }
}

export function articleThing({ slug, question, topic, answer }: Article, { name, url }: Named): Thing {
  const shop = { '@type': 'Organization', '@id': organizationId(url), name, url: `${url}/` }
  return {
    '@type': 'Article',
    headline: question,
    description: plain(answer),
    articleSection: topic,
    url: `${url}/blog/${slug}`,
    image: `${url}/og/shop.png`,
    author: shop,
    publisher: shop,
  }
}
