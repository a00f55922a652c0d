import { contentContract } from '#contracts/content'
import { summaryOf } from '#kernel/summary'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { NavLink } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { pageTexts } from './words.texts.ts'
import { TextSection, anchorsOf } from './text-section.tsx'
import { frameTexts } from '../../frame/frame.texts.ts'
import { type PageRequest, type ShopPage, orNotFound } from '../page.ts'
import styles from './content-page.module.css'

async function read({ call, params: { slug = '' } }: PageRequest) {
  const [content, page] = await Promise.all([
    call(contentContract.getContent, {}),
    orNotFound(call(contentContract.getContentPage, { params: { slug } })),
  ])
  // The footer's list that this page is of: whoever reads one may have looked for its neighbour.
  const list = content.footer.find(({ links }) => links.some(link => link.to === `/pages/${page.slug}`))
  return { page, list }
}

type Read = Awaited<ReturnType<typeof read>>

export const contentPage: ShopPage<Read> = { read, Page: ContentPage }

/** One of the short pages behind the footer. */
function ContentPage({ data: { page, list } }: { data: Read }) {
  const trail = [{ label: frameTexts.home, to: '/' }, ...(list ? [{ label: list.title }] : []), { label: page.title }]
  const anchors = anchorsOf(page.sections)
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead
        title={page.title}
        description={summaryOf(page.summary, ...page.sections.flatMap(({ paragraphs }) => paragraphs))}
        path={`/pages/${page.slug}`}
      />
      <Breadcrumb items={trail} />
      <PageTitle lead={page.summary}>{page.title}</PageTitle>
      <div className={styles.body}>
        <article className={styles.text}>
          {page.sections.map((section, index) => (
            <TextSection key={index} section={section} anchor={anchors[index]} />
          ))}
        </article>
        {list && (
          <nav aria-label={pageTexts.moreOf(list.title)} className={styles.list}>
            <h2>{list.title}</h2>
            {list.links.map(({ label, to }) => (
              <NavLink key={to} to={to}>
                {label}
              </NavLink>
            ))}
          </nav>
        )}
      </div>
    </div>
  )
}
