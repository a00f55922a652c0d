import { useState } from 'react'
import { redirect, useNavigate, useNavigation } from 'react-router'
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
  VehicleBar,
} from '#parts/finder'
import { countInWords } from '#rules/finder'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { callContext } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { orNotFound } from '#ui/calls/loader-answers.ts'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { shopTexts } from './shop.texts.ts'
import { catalogueTexts } from '#texts/catalogue'
import type { Route } from './+types/shop-page.ts'
import styles from './shop-page.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  // A place in the list that makes no sense is an address that leads nowhere.
  const shop = await orNotFound(readShop(context.get(callContext), query))
  const { vehicle } = shop.picker
  // The last step of the selector, taken without script.
  if (vehicle) throw redirect(shopPath(shop.address, { vehicle: vehicle.id }))
  return shop
}

/** Everything that is for sale: searched, filtered, for a vehicle. All of it stands in the address. */
export default function ShopPage({ loaderData: shop }: Route.ComponentProps) {
  const { address, answer, vehicle } = shop
  const { locale } = useShop()
  const title = titleOf(shop)
  const total = shopTexts.counted(answer.total, countInWords(answer.total, locale, answer.totalIsExact))
  const { isOnItsWay, pending, apply } = useFilters(address)
  const forVehicle = answer.vehicle?.id
  const isEmpty = answer.total === 0
  // What nothing was found for can only be narrowed less.
  const hasFilters = !isEmpty || chosenFilters(pending).length > 0
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={title} {...sharedOf(shop)} />
      <Breadcrumb items={trailTo(shop)} />
      <PageTitle>{title}</PageTitle>
      <VehicleBar
        vehicle={vehicle && answer.vehicle}
        isNamed={answer.vehicle !== undefined}
        isGone={shop.isVehicleGone}
        picker={shop.picker}
        keep={keptWithVehicle(address)}
        words={isForVehicle(answer.tools) ? shopTexts.showingFor : shopTexts.checkedFor}
        path={shopPath(address, { vehicle: undefined })}
      />
      <div className={styles.body}>
        {hasFilters && (
          <Filters
            address={pending}
            facets={answer.facets}
            total={total}
            hasVehicle={forVehicle !== undefined}
            onApply={apply}
          />
        )}
        <section aria-label={title} aria-busy={isOnItsWay || undefined} className={styles.list}>
          <h2 className="visually-hidden">{shopTexts.found}</h2>
          <ListBar address={pending} total={total} isOnItsWay={isOnItsWay} isEmpty={isEmpty} onApply={apply} />
          <ChosenFilters address={pending} facets={answer.facets} />
          <SearchNotices address={address} answer={answer} />
          <div className={styles.tools} data-waiting={isOnItsWay || undefined}>
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

/**
 * Each change is followed at once. Filters look chosen from the press on, not from the answer: what is on its way is
 * kept here until the page has it.
 */
function useFilters(address: ShopData['address']) {
  const navigate = useNavigate()
  const { location } = useNavigation()
  const [wanted, setWanted] = useState<{
    over: ShopData['address']
    /** What was on its way at the press. */
    during: typeof location
    next: ShopData['address']
  }>()
  const isOnItsWay = location?.pathname === '/shop'
  const coming = isOnItsWay ? readShopAddress(new URLSearchParams(location.search)) : address
  // A link that was pressed after it knows better.
  const isNewest = location === wanted?.during || (wanted && location && pathOf(location) === shopPath(wanted.next))
  const pending = wanted?.over === address && isNewest ? wanted.next : coming
  const apply = (change: Partial<ShopData['address']>) => {
    const next = { ...pending, after: '', ...change }
    setWanted({ over: address, during: location, next })
    void navigate(shopPath(next), { preventScrollReset: true })
  }
  return { isOnItsWay, pending, apply }
}

/** A number that was looked up is found whatever it fits, and marked as fitting or not. */
const isForVehicle = (tools: ShopData['answer']['tools']) =>
  tools.every(({ fit }) => !fit || fit.isUniversal || fit.answer === 'fits' || fit.answer === 'fits-if')

const pathOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

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
