import {
  ChosenFilters,
  chosenFilters,
  EmptyResult,
  Filters,
  FoundBy,
  inCategory,
  entriesWithoutVehicle,
  fittingAnswers,
  ListBar,
  readShop,
  SearchNotices,
  type ShopData,
  shopPath,
  ToolGrid,
  ToolRows,
  VehicleQuestion,
} from '#parts/finder'
import { type CategoryPage, categoriesContract } from '#contracts/catalogue'
import { categoryPath, parentPath } from '#rules/catalogue'
import { countInWords, vehicleName } from '#rules/finder'
import type { Call } from '#ui/calls/call.ts'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { Ways } from '#ui/navigation/ways.tsx'
import { shopTexts } from './shop.texts.ts'
import { catalogueTexts } from '#texts/catalogue'
import { NotFound, type PageRequest, Redirect, orNotFound } from '../page.ts'
import { type CategoryChoice, ChooseCategory, readNamedCategories } from './named-categories.tsx'
import styles from './shop-page.module.css'

type ListData = ShopData & {
  /** What the page of one category says of it. */
  category: CategoryPage | undefined
}

async function read({ call, url, params }: PageRequest): Promise<ListData | CategoryChoice> {
  const ofPage = params['*']
  const category = await (ofPage === undefined ? readNamedCategories(call, url) : readCategory(call, url, ofPage))
  if (category && 'choices' in category) return category
  // A place in the list that makes no sense is an address that leads nowhere.
  const shop = await orNotFound(readShop(call, url.searchParams, category?.path))
  const { vehicle } = shop.picker
  // The last step of the selector, taken without script.
  if (vehicle) throw new Redirect(shopPath(shop.address, { vehicle: vehicle.id }))
  return { ...shop, category }
}

/** The category that a page is about. Addresses that it had lead to the one that it has. One that is not there has no page. */
async function readCategory(call: Call, url: URL, ofPage: string): Promise<CategoryPage> {
  const slug = ofPage.split('/').filter(Boolean).join('/')
  if (!slug) throw new NotFound()
  const category = await orNotFound(call(categoriesContract.getCategoryPage, { params: { slug } }))
  const path = categoryPath(category.path)
  if (path !== url.pathname) {
    url.searchParams.delete('category')
    throw new Redirect(path + url.search, 301)
  }
  return category
}

export const shopPage = {
  read,
  Page: ({ data }: { data: ListData | CategoryChoice }) =>
    'choices' in data ? <ChooseCategory {...data} /> : <ShopPage data={data} />,
}

/** Everything that is for sale: searched, filtered, for a vehicle. All of it stands in the address. */
function ShopPage({ data: shop }: { data: ListData }) {
  const { address, answer, vehicle, category } = shop
  const { locale } = useShop()
  const title = titleOf(shop)
  const total = shopTexts.counted(answer.total, countInWords(answer.total, locale, answer.totalIsExact))
  const forVehicle = answer.vehicle?.id
  const isEmpty = answer.total === 0
  // What nothing was found for can only be narrowed less.
  const hasFilters = !isEmpty || chosenFilters(address).length > 0
  return (
    <div className={`column ${styles.page}`} data-wide data-category={category && ''}>
      <DocumentHead title={title} {...sharedOf(shop)} />
      <Breadcrumb items={trailTo(shop)} />
      <PageTitle>{title}</PageTitle>
      {category?.text && <p className={styles.lead}>{category.text}</p>}
      {category && <Below address={address} answer={answer} category={category} />}
      <VehicleQuestion
        vehicle={vehicle && answer.vehicle}
        // A vehicle that the words name counts before the one that was chosen last.
        mayRemember={answer.vehicle === undefined}
        isGone={shop.isVehicleGone}
        picker={shop.picker}
        keep={entriesWithoutVehicle(address)}
        words={isForVehicle(answer.tools) ? shopTexts.showingFor : shopTexts.checkedFor}
        path={shopPath(address, { vehicle: undefined })}
      />
      <Fitting shop={shop} />
      <div className={styles.body}>
        {hasFilters && (
          <Filters
            address={address}
            typed={shop.typed}
            facets={answer.facets}
            total={total}
            hasVehicle={forVehicle !== undefined}
          />
        )}
        <section aria-label={title} className={styles.list}>
          <h2 className="visually-hidden">{shopTexts.results}</h2>
          <ListBar address={address} total={total} isEmpty={isEmpty} />
          <ChosenFilters address={address} facets={answer.facets} />
          <SearchNotices address={address} answer={answer} />
          <div className={styles.tools}>
            {answer.tools.length === 0 && <EmptyResult {...shop} />}
            {answer.tools.length > 0 && address.view === 'list' && (
              <ToolRows tools={answer.tools} vehicle={forVehicle} />
            )}
            {answer.tools.length > 0 && address.view === 'grid' && (
              <ToolGrid tools={answer.tools} seenAtOnce={1} isBesideFilters vehicle={forVehicle}>
                {tool => <FoundBy tool={tool} />}
              </ToolGrid>
            )}
          </div>
          <Pages shop={shop} />
        </section>
      </div>
    </div>
  )
}

/** A number that was looked up is found whatever it fits, and marked as fitting or not. */
const isForVehicle = (tools: ShopData['answer']['tools']) =>
  tools.every(({ fit }) => !fit || fit.isUniversal || fit.answer === 'fits' || fit.answer === 'fits-if')

/** What fits the vehicle, by category. Universal parts are in none of these counts: they come last. */
function Fitting({ shop: { address, answer, fitting } }: { shop: ListData }) {
  const { locale } = useShop()
  if (fitting.length === 0) return null
  const { reading, vehicle } = answer
  const filters = { q: reading?.words ?? address.q, vehicle: vehicle?.id, fit: [...fittingAnswers] }
  return (
    <nav aria-label={shopTexts.fitting} className={styles.ways}>
      <Ways
        ways={fitting.map(({ label, path, count }) => ({
          label,
          to: shopPath(address, { ...inCategory(path), ...filters }),
          count: countInWords(count, locale),
        }))}
      />
    </nav>
  )
}

/** The categories right below this one, as ways on. */
function Below({ address, answer, category }: Pick<ListData, 'address' | 'answer'> & { category: CategoryPage }) {
  const below = answer.facets.category.filter(({ path }) => parentPath(path) === category.path)
  if (below.length === 0) return null
  return (
    <nav aria-label={shopTexts.below(category.name)} className={styles.ways}>
      <Ways ways={below.map(({ label, path }) => ({ label, to: shopPath(address, inCategory(path)) }))} />
    </nav>
  )
}

function nameOf({ address, category }: ListData): string | undefined {
  return category?.name ?? (address.category.length === 1 ? shopTexts.emptyCategory : undefined)
}

/**
 * Search engines list the whole shop and each category with tools in it, however it is sorted and shown. What was searched,
 * filtered or chosen for a vehicle has no end of addresses, and the later pages of a list change with every new tool:
 * engines follow their links, and find each tool in the site map too.
 */
function sharedOf(shop: ListData) {
  const { address, answer, category } = shop
  const isListed =
    shopPath({ ...address, view: 'grid', sort: undefined }) === address.path && !address.after && answer.total > 0
  const name = nameOf(shop)
  return {
    description: category?.text || (name ? shopTexts.categoryDescription(name) : catalogueTexts.shopDescription),
    ...(isListed ? { path: address.path } : { hiddenFromSearch: true }),
  }
}

function titleOf(shop: ListData): string {
  const { address, answer } = shop
  const words = answer.reading ? answer.reading.words : address.q
  if (words && !answer.vehicle) return shopTexts.resultsFor(address.q)
  if (words) return shopTexts.resultsFor(words)
  const name = nameOf(shop)
  if (!answer.vehicle) return address.q ? shopTexts.resultsFor(address.q) : (name ?? shopTexts.shopTitle)
  const { year, make, model } = answer.vehicle
  const vehicle = vehicleName({ year, make, model })
  return name ? shopTexts.categoryFor(name, vehicle) : shopTexts.partsFor(vehicle)
}

function trailTo(shop: ListData) {
  const { address, category } = shop
  const home = { label: catalogueTexts.home, to: '/' }
  const above = (category?.trail ?? []).map(({ name, path }) => ({ label: name, to: categoryPath(path) }))
  const last = address.q ? shopTexts.search : nameOf(shop)
  if (!last) return [home, { label: catalogueTexts.shop }]
  return [
    home,
    { label: catalogueTexts.shop, to: '/shop' },
    ...(address.q ? above : above.slice(0, -1)),
    { label: last },
  ]
}

/** The list is walked by key, so there is a next page and a first one, but no seventh. */
function Pages({ shop: { address, nextAfter } }: { shop: ShopData }) {
  const isFirst = address.after === ''
  if (isFirst && !nextAfter) return null
  return (
    <nav aria-label={shopTexts.pages} className={styles.pages}>
      {!isFirst && <Link to={shopPath(address)}>{shopTexts.firstPage}</Link>}
      {nextAfter && <LinkButton to={shopPath(address, { after: nextAfter })}>{shopTexts.nextPage}</LinkButton>}
    </nav>
  )
}
