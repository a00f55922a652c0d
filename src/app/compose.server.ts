import { accountDataContract } from '#contracts/privacy'
import { accountsContract, sessionsContract, usersContract } from '#contracts/accounts'
import { passwordsContract } from '#contracts/identity'
import { waysInContract } from '#contracts/accounts'
import { adminContract } from '#contracts/audit'
import { catalogueContract } from '#contracts/catalogue'
import { homeContract } from '#contracts/home'
import { contentContract } from '#contracts/content'
import { finderContract } from '#contracts/finder'
import { imagesContract } from '#contracts/media'
import { importsContract } from '#contracts/imports'
import { ordersContract, paymentsContract } from '#contracts/ordering'
import { reviewsContract } from '#contracts/reviews'
import { type Api, createApi } from '#platform/api'
import { removeOldAttempts } from '#platform/attempts'
import { forgetAnswers } from '#platform/idempotency'
import { defineMailQueue } from '#platform/mail'
import { accountDataHandlers } from '#services/privacy'
import {
  accountsHandlers,
  finishDeletions,
  waysInHandlers,
  forgetWhereabouts,
  sessionsHandlers,
  usersHandlers,
} from '#services/accounts'
import { defineLinkMail, passwordsHandlers, removeOldLinks } from '#services/identity'
import { adminHandlers } from '#services/audit'
import { catalogueHandlers } from '#services/catalogue'
import { homeHandlers, keepPublished, readPublished } from '#services/home'
import { contentHandlers } from '#services/content'
import { finderHandlers, forgetSearchChanges, vehicleReader } from '#services/finder'
import { imagesHandlers, removeUnusedPictures } from '#services/media'
import { defineImportJobs, importsHandlers } from '#services/imports'
import {
  defineOrderMail,
  definePaymentJobs,
  eventCounter,
  expireOrders,
  orderPayments,
  ordersHandlers,
  paymentsHandlers,
  wakeOrderMail,
} from '#services/ordering'
import { reviewsHandlers } from '#services/reviews'
import { composeHttp, listen } from './compose-http.server.ts'
import { type Parts, type ShopOptions, type Whereabouts, composeParts } from './compose-parts.server.ts'

export type Shop = Awaited<ReturnType<typeof composeShop>>

/** Puts the shop together on a migrated database, readable top to bottom: parts, calls, jobs, HTTP. */
export async function composeShop(options: ShopOptions) {
  const { settings } = options
  let address: string | undefined
  let isStopping = false
  const ownUrl = () => address ?? fail('the shop has no address before it listens')
  const where: Whereabouts = {
    ownUrl,
    publicUrl: () => settings.publicUrl ?? ownUrl(),
    isReady: () => address !== undefined && !isStopping,
  }

  const parts = await composeParts(options, where)
  const api = composeApi(options, parts, where)
  defineJobs(parts, where)
  const http = await composeHttp(options, { ...parts, api }, where)
  let stopPublishing: (() => void) | undefined

  return {
    ...parts,
    api,
    http,
    /** Starts the jobs and listens; returns the address that customers use. */
    async start(): Promise<string> {
      await parts.jobs.start()
      await parts.version.start()
      address = await listen(http, settings)
      const { system, publishedDirectory: directory, pool } = parts
      stopPublishing = await keepPublished(system, { directory, pool }, () => readPublished(system, where.publicUrl))
      // What an earlier process left unsaid need not wait for the next minute.
      wakeOrderMail(parts.system)
      return where.publicUrl()
    },
    /** Finishes open requests and jobs, then lets go of the database. */
    async stop(): Promise<void> {
      isStopping = true
      stopPublishing?.()
      // Jobs first, while what they may ask over HTTP still answers; then the requests, which may send jobs.
      await parts.jobs.rest()
      await http.close()
      await parts.jobs.stop()
      await parts.searchIndex.stop()
      await parts.version.stop()
      await Promise.all(parts.pools.map(pool => pool.end()))
    },
  }
}

/** Every call of the shop: each feature's contract with its handlers. */
function composeApi({ strict }: ShopOptions, parts: Parts, where: Whereabouts): Api {
  const { identity, tokens, payment } = parts
  const api = createApi({ strict })
  api.add(accountsContract, accountsHandlers({ identity, tokens }))
  api.add(usersContract, usersHandlers(identity))
  api.add(sessionsContract, sessionsHandlers(identity))
  api.add(passwordsContract, passwordsHandlers({ identity, shopName: parts.content.shop.name }))
  api.add(accountDataContract, accountDataHandlers(identity))
  api.add(waysInContract, waysInHandlers(identity))
  api.add(catalogueContract, catalogueHandlers)
  api.add(homeContract, homeHandlers)
  api.add(finderContract, finderHandlers({ index: parts.searchIndex, readVehicleWords: vehicleReader() }))
  api.add(contentContract, contentHandlers(parts.content, { publicUrl: where.publicUrl, payments: payment, identity }))
  api.add(imagesContract, imagesHandlers(parts.images))
  api.add(importsContract, importsHandlers)
  api.add(ordersContract, ordersHandlers(orderPayments(payment)))
  api.add(adminContract, adminHandlers)
  api.add(paymentsContract, paymentsHandlers(payment, eventCounter(parts.metrics)))
  api.add(reviewsContract, reviewsHandlers)
  return api
}

function defineJobs(parts: Parts, where: Whereabouts): void {
  const { system, jobs, mail, payment, identity, images, content } = parts
  defineMailQueue(jobs, mail)
  defineOrderMail(system, { name: content.shop.name, ...where })
  definePaymentJobs(system, payment)
  defineImportJobs(system, parts.pool)
  defineLinkMail(system, { name: content.shop.name, ...where }, mail)
  jobs.repeat('identity-deletion', '* * * * *', () => finishDeletions(system, identity))
  jobs.repeat('order-expiry', '* * * * *', async () => {
    await expireOrders(system, orderPayments(payment))
  })
  jobs.repeat('old-whereabouts', '31 3 * * *', () => forgetWhereabouts(system))
  jobs.repeat('old-attempts', '29 * * * *', () => removeOldAttempts(system))
  jobs.repeat('old-links', '37 * * * *', () => removeOldLinks(system))
  jobs.repeat('old-search-changes', '53 3 * * *', () => forgetSearchChanges(system))
  jobs.repeat('old-answers', '43 3 * * *', () => forgetAnswers(system))
  jobs.repeat('unused-pictures', '17 * * * *', async () => {
    await removeUnusedPictures(system, images)
  })
}

function fail(message: string): never {
  throw new Error(message)
}
