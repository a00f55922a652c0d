import { contentContract } from '#contracts/content'
import type { AnswerOf } from '#kernel/endpoint'
import { summaryOf } from '#kernel/summary'
import type { ArticleHead } from '#rules/content'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { StructuredData } from '#ui/data/structured-data.tsx'
import { pageTexts } from './words.texts.ts'
import { frameTexts } from '../../frame/frame.texts.ts'
import type { ShopPage } from '../page.ts'
import styles from './blog-page.module.css'
import { faqPage } from './content-data.ts'
import { MarkedText } from './marked-text.tsx'

type Blog = AnswerOf<(typeof contentContract)['getBlog']>

export const blogPage: ShopPage<Blog> = {
  read: ({ call }) => call(contentContract.getBlog, {}),
  Page: BlogPage,
}

/** The blog's questions, as the contents page of a manual: each with its short answer. */
function BlogPage({ data: { title, lead, articles } }: { data: Blog }) {
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={title} description={summaryOf(lead)} path="/blog" />
      <StructuredData things={[faqPage(articles)]} />
      <Breadcrumb items={[{ label: frameTexts.home, to: '/' }, { label: title }]} />
      <PageTitle lead={lead}>{title}</PageTitle>
      <ol role="list" className={styles.list}>
        {articles.map((article, index) => (
          <Entry key={article.slug} article={article} place={index + 1} />
        ))}
      </ol>
    </div>
  )
}

function Entry({
  article: { slug, topic, question, answer, minutes },
  place,
}: {
  article: ArticleHead
  place: number
}) {
  return (
    <li>
      <article className={styles.entry}>
        <p className={styles.place} aria-hidden="true">
          {String(place).padStart(2, '0')}
        </p>
        <div className={styles.words}>
          <p className={styles.topic}>
            {topic} <span className={styles.minutes}>{pageTexts.minutes(minutes)}</span>
          </p>
          <h2>
            <Link to={`/blog/${slug}`} className={styles.link}>
              {question}
            </Link>
          </h2>
          <p className={styles.answer}>
            <MarkedText>{answer}</MarkedText>
          </p>
        </div>
        <p className={styles.on} aria-hidden="true">
          {pageTexts.readOn} →
        </p>
      </article>
    </li>
  )
}
