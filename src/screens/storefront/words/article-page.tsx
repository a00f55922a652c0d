import { contentContract } from '#contracts/content'
import type { AnswerOf } from '#kernel/endpoint'
import { summaryOf } from '#kernel/summary'
import type { ArticleHead, ArticleSection } from '#rules/content'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import { StructuredData } from '#ui/data/structured-data.tsx'
import { pageTexts } from './words.texts.ts'
import { frameTexts } from '../../frame/frame.texts.ts'
import { type ShopPage, orNotFound } from '../page.ts'
import styles from './article-page.module.css'
import { articleThing } from './content-data.ts'
import { MarkedText } from './marked-text.tsx'
import { TextSection, anchorsOf } from './text-section.tsx'

type Read = AnswerOf<(typeof contentContract)['getArticle']>

export const articlePage: ShopPage<Read> = {
  read: ({ call, params: { slug = '' } }) => orNotFound(call(contentContract.getArticle, { params: { slug } })),
  Page: ArticlePage,
}

/** One question of the blog: the short answer first, then the long one. */
function ArticlePage({ data: { article, previous, next } }: { data: Read }) {
  const { slug, question, topic, answer, minutes, sections } = article
  const shop = useShop()
  const anchors = anchorsOf(sections)
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={question} description={summaryOf(plain(answer))} path={`/blog/${slug}`} type="article" />
      <StructuredData things={[articleThing(article, shop)]} />
      <Breadcrumb
        items={[{ label: frameTexts.home, to: '/' }, { label: frameTexts.blog, to: '/blog' }, { label: question }]}
      />
      <article className={styles.article}>
        <header className={styles.head}>
          <p className={styles.topic}>
            {topic} <span className={styles.minutes}>{pageTexts.minutes(minutes)}</span>
          </p>
          <h1>{question}</h1>
        </header>
        <section className={styles.short} aria-label={pageTexts.shortAnswer}>
          <p className={styles.label}>{pageTexts.shortAnswer}</p>
          <p>
            <MarkedText>{answer}</MarkedText>
          </p>
        </section>
        <div className={styles.body}>
          <div className={styles.text}>
            {sections.map((section, index) => (
              <TextSection key={index} section={section} anchor={anchors[index]} />
            ))}
          </div>
          <OnThisPage sections={sections} anchors={anchors} />
        </div>
      </article>
      <Neighbours previous={previous} next={next} />
    </div>
  )
}

const plain = (text: string) => text.replaceAll('`', '')
type OnThisPageProps = { sections: readonly ArticleSection[]; anchors: readonly string[] }

function OnThisPage({ sections, anchors }: OnThisPageProps) {
  if (!sections.some(({ heading }) => heading)) return null
  return (
    <nav aria-label={pageTexts.onThisPage} className={styles.contents}>
      <p className={styles.label}>{pageTexts.onThisPage}</p>
      <ol role="list">
        {sections.map(
          ({ heading }, index) =>
            heading && (
              <li key={index}>
                <a href={`#${anchors[index]}`}>{heading}</a>
              </li>
            ),
        )}
      </ol>
    </nav>
  )
}

type NeighboursProps = { previous: ArticleHead | undefined; next: ArticleHead | undefined }

function Neighbours({ previous, next }: NeighboursProps) {
  return (
    <nav aria-label={pageTexts.otherArticles} className={styles.neighbours} data-print="no">
      {previous && <Neighbour article={previous} label={pageTexts.previous} side="left" />}
      {next && <Neighbour article={next} label={pageTexts.next} side="right" />}
      <Link to="/blog" className={styles.all}>
        {pageTexts.allArticles}
      </Link>
    </nav>
  )
}

function Neighbour({ article, label, side }: { article: ArticleHead; label: string; side: 'left' | 'right' }) {
  return (
    <Link to={`/blog/${article.slug}`} className={styles.neighbour} data-side={side}>
      <span className={styles.label}>{label}</span>
      <span className={styles.question}>{article.question}</span>
    </Link>
  )
}
