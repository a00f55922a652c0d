import { categoriesContract } from '#contracts/catalogue'
import { homeContract } from '#contracts/home'
import { contentContract } from '#contracts/content'
import { readPicker, ToolGrid } from '#parts/finder'
import { ReviewList } from '#parts/reviews'
import { categoryPath } from '#rules/catalogue'
import { summaryOf } from '#kernel/summary'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { Ways } from '#ui/navigation/ways.tsx'
import { StructuredData } from '#ui/data/structured-data.tsx'
import { homeTexts } from './home.texts.ts'
import type { PageRequest, ShopPage } from '../page.ts'
import { shopThings } from '../words/content-data.ts'
import { Hero } from './hero.tsx'
import styles from './home-page.module.css'
import { PromoCards } from './promo-cards.tsx'
import { ServiceBanners } from './service-banners.tsx'
import { Statistics } from './statistics.tsx'

/** More than these would be a page of their own. */
const reviewsShown = 6

async function read({ call }: PageRequest) {
  const [{ shop, hero, services, promos, statistics }, { reviews, ...tools }, picker, categories] = await Promise.all([
    // The published lists: what others hold of them is what stands here.
    call(contentContract.getContent, {}),
    call(homeContract.getHomeLists, {}),
    readPicker(call, new URLSearchParams()),
    call(categoriesContract.listTopCategories, {}),
  ])
  return {
    categories,
    shop,
    hero,
    services,
    promos,
    statistics,
    ...tools,
    reviews: reviews.slice(0, reviewsShown),
    picker,
  }
}

type Home = Awaited<ReturnType<typeof read>>

export const homePage: ShopPage<Home> = { read, Page: HomePage }

function HomePage({ data }: { data: Home }) {
  const { shop, hero, services, promos, statistics, categories, newTools, popularTools, bestSeller, reviews, picker } =
    data
  const { url } = useShop()
  // Where the owner has said nothing, the first sentence of the page is the tagline.
  const words = hero.lead === shop.tagline ? shop.tagline : `${shop.tagline} ${hero.lead.replace(/\.$/, '')}.`
  return (
    <>
      <DocumentHead title={shop.tagline.replace(/\.$/, '')} description={summaryOf(words)} path="/" />
      <StructuredData things={shopThings(shop, url)} />
      <Hero hero={hero} picker={picker} />
      <ServiceBanners services={services} />
      {categories.length > 0 && (
        <nav className={`column ${styles.categories}`} aria-labelledby="categories">
          <h2 id="categories">{homeTexts.categories}</h2>
          <Ways ways={categories.map(({ name, path }) => ({ label: name, to: categoryPath(path) }))} isWhole />
        </nav>
      )}
      <PromoCards promos={promos} />
      <section className={`column ${styles.section}`} aria-labelledby="new-tools">
        <SectionTitle id="new-tools" link={<More>{homeTexts.allNewTools}</More>}>
          {homeTexts.newTools}
        </SectionTitle>
        {newTools.length > 0 ? (
          <ToolGrid tools={newTools} tagOf={() => 'new'} />
        ) : (
          <Empty title={homeTexts.noTools}>{homeTexts.noToolsNext}</Empty>
        )}
      </section>
      {popularTools.length > 0 && (
        <section className={`column ${styles.section}`} aria-labelledby="popular-tools">
          <SectionTitle id="popular-tools" link={<More>{homeTexts.wholeCatalogue}</More>}>
            {homeTexts.popularTools}
          </SectionTitle>
          <ToolGrid
            tools={popularTools}
            tagOf={index => (popularTools[index]?._id === bestSeller ? 'best-seller' : 'popular')}
          />
        </section>
      )}
      <Statistics statistics={statistics} />
      <section className={`column ${styles.section}`} aria-labelledby="customer-reviews">
        <SectionTitle id="customer-reviews">{homeTexts.customerReviews}</SectionTitle>
        <ReviewList reviews={reviews} />
      </section>
    </>
  )
}

function More({ children }: { children: string }) {
  return (
    <Link to="/shop" className={styles.more}>
      {children} <span aria-hidden="true">→</span>
    </Link>
  )
}
