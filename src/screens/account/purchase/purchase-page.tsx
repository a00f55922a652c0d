import { QueryClientProvider } from '@tanstack/react-query'
import { isRouteErrorResponse, useRevalidator } from 'react-router'
import { catalogueContract } from '#contracts/catalogue'
import { contentContract } from '#contracts/content'
import { fitContract, vehiclesContract } from '#contracts/finder'
import { LostPage } from '../../lost/lost-page.tsx'
import { queryClientOf, useAccount } from '#parts/accounts'
import { currentVehicle, ownQuantityOf } from '#parts/finder'
import { offeredAsListed, offeredTo, readOffered } from '#parts/pricing'
import { quantityFits } from '#rules/ordering'
import { addressesContract } from '#contracts/ordering'
import { borrowSession } from '#ui/calls/call-session.ts'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { Button } from '#ui/controls/button.tsx'
import { readQuantity } from '#ui/controls/quantity.ts'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { call } from '#ui/calls/call.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { orNotFound } from '#ui/calls/loader-answers.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { ordersTexts } from '#texts/ordering'
import type { Route } from './+types/purchase-page.ts'
import type { FitFor } from './order-fit.tsx'
import { OrderForm } from './order-form.tsx'
import { readOrderSum } from './use-order-sum.ts'
import styles from './purchase-page.module.css'
import { ToolHead, ToolReading } from './tool-sheet.tsx'

/** In the browser only, and never kept: the quantity that is available must be today's. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams
  const [listed, offered, config, fitFor, addresses] = await Promise.all([
    orNotFound(call(catalogueContract.getTool, { params: { id: params.toolID } })),
    readOffered(call, params.toolID),
    call(contentContract.getConfig, {}),
    readFitFor(params.toolID, query.get('vehicle')),
    readAddresses(),
  ])
  // As many as the vehicle takes, unless the address knows better.
  const typed = readQuantity(query.get('quantity') ?? '', config.locale)
  const requested = typed || ownQuantityOf(fitFor?.fit)
  // Gone a moment ago: the order will say so. A visitor, who may see no price, is led to the login page before this is shown.
  const own = offered ?? offeredAsListed({ ...listed, price: listed.price ?? 0 })
  const tool = offeredTo(listed, own)
  const quantity = requested && quantityFits(requested, tool) ? requested : tool.minimumQuantity
  const sum = await readOrderSum({ toolId: tool._id, quantity })
  const shown = sum.pricesAfterSignIn ? { ...own, unitPrice: null, listPrice: null, tiers: [] } : own
  return { tool, offered: shown, config, fitFor, addresses, begin: { quantity, sum } }
}

/** A visitor has no address book, and is led to the login page before any of this is shown. */
const readAddresses = async () => ((await borrowSession()) ? call(addressesContract.listAddresses, {}) : [])

/**
 * The vehicle of the address, or else the one that was chosen last, and the fit. One that is not in the list any more is
 * as good as none, and so is an empty one: that is an order for no vehicle of mine.
 */
async function readFitFor(toolId: string, requested: string | null): Promise<FitFor | undefined> {
  const vehicleId = requested ?? currentVehicle()?.id
  if (!vehicleId) return undefined
  try {
    const [[vehicle], fit] = await Promise.all([
      call(vehiclesContract.findVehicles, { query: { id: vehicleId } }),
      call(fitContract.getFit, { query: { tool: toolId, vehicle: vehicleId } }),
    ])
    return vehicle && { vehicle, fit, isRemembered: requested === null }
  } catch (error) {
    if (error instanceof CallFailed && error.status >= 400 && error.status < 500) return undefined
    throw error
  }
}

/** A tool, how many of it, and where to: everything that an order needs, on one page. */
export default function PurchasePage({ loaderData: { tool, offered, ...form } }: Route.ComponentProps) {
  const { email } = useAccount()
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={tool.name} hiddenFromSearch />
      <Breadcrumb
        items={[{ label: ordersTexts.home, to: '/' }, { label: ordersTexts.purchase }, { label: tool.name }]}
      />
      <div className={styles.sheet}>
        <ToolHead tool={tool} offered={offered} />
        {/* Another tool is another order: nothing typed for the one may be sent for the other. */}
        <QueryClientProvider client={queryClientOf(email)}>
          <OrderForm key={tool._id} tool={tool} {...form} />
        </QueryClientProvider>
        <ToolReading tool={tool} />
      </div>
    </div>
  )
}

export function HydrateFallback() {
  return (
    <div className={`column ${styles.page}`} role="status">
      <span className="visually-hidden">{kitTexts.loading}</span>
      <div className={styles.sheet}>
        <div className={styles.skeleton}>
          <Skeleton shape="picture" />
          <Skeleton shape="title" />
          <Skeleton shape="line" />
          <Skeleton shape="line" />
        </div>
        <div className={styles.skeleton}>
          <Skeleton shape="title" />
          <Skeleton shape="control" />
          <Skeleton shape="control" />
          <Skeleton shape="control" />
          <Skeleton shape="control" />
        </div>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate, state } = useRevalidator()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <div className="column">
        <LostPage kind="not-found" />
      </div>
    )
  }
  return (
    <div className={`column ${styles.failed}`} role="alert">
      <DocumentHead title={ordersTexts.purchase} hiddenFromSearch />
      <Empty
        title={ordersTexts.loadFailed}
        action={
          <Button variant="primary" pending={state === 'loading'} onClick={() => void revalidate()}>
            {kitTexts.tryAgain}
          </Button>
        }
      >
        <p>{error instanceof CallFailed ? error.message : kitTexts.unexpected}</p>
      </Empty>
    </div>
  )
}
