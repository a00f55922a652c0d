import { Link } from 'react-router'
import { catalogueContract } from '#contracts/catalogue'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { callContext, pageContext } from '#ui/call.ts'
import { DocumentHead } from '#ui/document-head.tsx'
import { Empty } from '#ui/empty.tsx'
import { orNotFound } from '#ui/loader-answers.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { catalogueTexts } from '../catalogue.texts.ts'
import type { Route } from './+types/shop-page.ts'
import { CategoryList } from './category-list.tsx'
import styles from './shop-page.module.css'
import { ToolGrid } from './tool-grid.tsx'

const toolsPerPage = 24

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams
  const category = asked.get('category') || undefined
  const after = asked.get('after') || undefined
  const query = { limit: toolsPerPage, ...(category && { category }), ...(after && { after }) }
  const [page, categories] = await Promise.all([
    // A category or a place in the list that makes no sense is an address that leads nowhere.
    orNotFound(context.get(pageContext)(catalogueContract.listTools, { query })),
    context.get(callContext)(catalogueContract.listCategories, {}),
  ])
  const nextAfter = new URLSearchParams(page.next ?? '').get('after') ?? undefined
  return { tools: page.items, total: page.total, categories, category, isFirst: !after, nextAfter }
}

/** Everything that is for sale, or one category of it. */
export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { tools, total, categories, category, isFirst, nextAfter } = loaderData
  const { locale } = useShop()
  const chosen = categories.find(({ slug }) => slug === category)
  const title = chosen?.name ?? (category ? catalogueTexts.emptyCategory : catalogueTexts.shopTitle)
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={title} description={catalogueTexts.shopDescription} hiddenFromSearch={!isFirst} />
      <Breadcrumb items={trailTo(chosen?.name)} />
      <PageTitle>{title}</PageTitle>
      <div className={styles.body}>
        <CategoryList categories={categories} chosen={category} />
        <section aria-label={title} className={styles.list}>
          <p className={styles.count}>
            <b>{catalogueTexts.counted(total, total.toLocaleString(locale))}</b>
            <span>{catalogueTexts.order}</span>
          </p>
          {tools.length > 0 ? (
            <ToolGrid tools={tools} seenAtOnce={3} />
          ) : (
            <Empty
              title={catalogueTexts.nothingTitle}
              action={<LinkButton to="/shop">{catalogueTexts.nothingAction}</LinkButton>}
            >
              {catalogueTexts.nothingText}
            </Empty>
          )}
          <Pages category={category} isFirst={isFirst} nextAfter={nextAfter} />
        </section>
      </div>
    </div>
  )
}

function trailTo(category: string | undefined) {
  const home = { label: catalogueTexts.home, to: '/' }
  if (!category) return [home, { label: catalogueTexts.shop }]
  return [home, { label: catalogueTexts.shop, to: '/shop' }, { label: category }]
}

type PagesProps = { category: string | undefined; isFirst: boolean; nextAfter: string | undefined }

/** The list is walked by key, so there is a next page and a first one, but no seventh. */
function Pages({ category, isFirst, nextAfter }: PagesProps) {
  if (isFirst && !nextAfter) return null
  return (
    <nav aria-label={catalogueTexts.pages} className={styles.pages}>
      {!isFirst && <Link to={addressOf(category)}>{catalogueTexts.firstPage}</Link>}
      {nextAfter && <LinkButton to={addressOf(category, nextAfter)}>{catalogueTexts.nextPage}</LinkButton>}
    </nav>
  )
}

function addressOf(category: string | undefined, after?: string): string {
  const query = new URLSearchParams({ ...(category && { category }), ...(after && { after }) })
  return query.size > 0 ? `/shop?${query}` : '/shop'
}
