import {
  ChosenFilters,
  chosenFilters,
  EmptyResult,
  Filters,
  FoundBy,
  keptWithVehicle,
  ListBar,
  readShop,
  readShopAddress,
  SearchNotices,
  type ShopData,
  shopPath,
  ToolGrid,
  ToolRows,
  VehicleQuestion,
} from '#parts/finder'
import { countInWords } from '#rules/finder'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { shopTexts } from './shop.texts.ts'
import { catalogueTexts } from '#texts/catalogue'
import { type PageRequest, Redirect, orNotFound } from '../page.ts'
import styles from './shop-page.module.css'

async function read({ call, url }: PageRequest): Promise<ShopData> {
  // A place in the list that makes no sense is an address that leads nowhere.
  const shop = await orNotFound(readShop(call, url.searchParams))
  const { vehicle } = shop.picker
  // The last step of the selector, taken without script.
  if (vehicle) throw new Redirect(shopPath(shop.address, { vehicle: vehicle.id }))
  return shop
}

export const shopPage = { read, Page: ShopPage }

/** Everything that is for sale: searched, filtered, for a vehicle. All of it stands in the address. */
function ShopPage({ data: shop }: { data: ShopData }) {
  const { address, answer, vehicle } = shop
  const { locale } = useShop()
  const title = titleOf(shop)
  const total = shopTexts.counted(answer.total, countInWords(answer.total, locale, answer.totalIsExact))
  const forVehicle = answer.vehicle?.id
  const isEmpty = answer.total === 0
  // What nothing was found for can only be narrowed less.
  const hasFilters = !isEmpty || chosenFilters(address).length > 0
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={title} {...sharedOf(shop)} />
      <Breadcrumb items={trailTo(shop)} />
      <PageTitle>{title}</PageTitle>
      <VehicleQuestion
        vehicle={vehicle && answer.vehicle}
        // A vehicle that the words name counts before the one that was chosen last.
        mayRemember={answer.vehicle === undefined}
        isGone={shop.isVehicleGone}
        picker={shop.picker}
        keep={keptWithVehicle(address)}
        words={isForVehicle(answer.tools) ? shopTexts.showingFor : shopTexts.checkedFor}
        path={shopPath(address, { vehicle: undefined })}
      />
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
          <h2 className="visually-hidden">{shopTexts.found}</h2>
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

function categoryOf({ address, answer }: ShopData): string | undefined {
  const [slug, ...others] = address.category
  if (slug === undefined || others.length > 0) return undefined
  const named = answer.facets.category.find(({ value }) => value === slug)?.label
  return named ?? answer.tools[0]?.category?.name ?? shopTexts.emptyCategory
}

/**
 * Search engines list the whole shop and each category with tools in it, however it is sorted and shown. What was searched,
 * filtered or chosen for a vehicle has no end of addresses, and the later pages of a list change with every new tool:
 * engines follow their links, and find each tool in the site map too.
 */
function sharedOf(shop: ShopData) {
  const { address, answer } = shop
  const path = shopPath(
    readShopAddress(new URLSearchParams(address.category.slice(0, 1).map(slug => ['category', slug]))),
  )
  const isListed =
    shopPath({ ...address, view: 'grid', sort: undefined }) === path && !address.after && answer.total > 0
  const category = categoryOf(shop)
  return {
    description: category ? shopTexts.categoryDescription(category) : catalogueTexts.shopDescription,
    ...(isListed ? { path } : { hiddenFromSearch: true }),
  }
}

function titleOf(shop: ShopData): string {
  if (shop.address.q) return shopTexts.resultsFor(shop.address.q)
  return categoryOf(shop) ?? shopTexts.shopTitle
}

function trailTo(shop: ShopData) {
  const home = { label: catalogueTexts.home, to: '/' }
  const last = shop.address.q ? shopTexts.search : categoryOf(shop)
  if (!last) return [home, { label: catalogueTexts.shop }]
  return [home, { label: catalogueTexts.shop, to: '/shop' }, { label: last }]
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
