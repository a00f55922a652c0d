import { setTimeout as pause } from 'node:timers/promises'
import type { RefusalTable } from '#kernel/refusals'
import { type Api, createApi } from '#platform/http/api'
import { removeOldRateLimits } from '#platform/http/rate-limits'
import { forgetChanges } from '#platform/changes'
import { forgetAnswers } from '#platform/http/idempotency'
import { forgetRefusedMail } from '#platform/mail/delivery'
import { defineMailQueue, removeOldMail } from '#platform/mail/port'
import { dropOldFiles } from '#platform/files/waiting'
import { keepPublished, readPublished } from '#services/home'
import { wakeOrderMail } from '#services/ordering'
import { hidesPrices } from '#services/pricing'
import { composeHttp, listen } from './compose-http.server.ts'
import { modules } from './modules.server.ts'
import { type Parts, type ShopOptions, type Whereabouts, composeParts } from './compose-parts.server.ts'

/** A shop whose index does not come sells all the same. */
const searchPatienceMs = 60_000

export type Shop = Awaited<ReturnType<typeof composeShop>>

/** Puts the shop together on a migrated database, readable top to bottom: parts, calls, jobs, HTTP. */
export async function composeShop(options: ShopOptions) {
  const { settings } = options
  let address: string | undefined
  let isOpen = false
  let isStopping = false
  let isSearchLoading = false
  const ownUrl = () => address ?? fail('the shop has no address before it listens')
  const where: Whereabouts = {
    ownUrl,
    publicUrl: () => settings.publicUrl ?? ownUrl(),
    isReady: () => isOpen,
    isSearchReady: () => !isSearchLoading,
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
    /**
     * Starts the jobs and listens; returns the address that customers use. It says that it is ready after `prepare`.
     */
    async start(prepare: () => Promise<void> = async () => undefined): Promise<string> {
      await parts.jobs.start()
      await parts.changes.start()
      address = await listen(http, settings)
      const { system, publishedDirectory: directory, changes } = parts
      stopPublishing = await keepPublished(system, { directory, changes }, () => readPublished(system, where.publicUrl))
      await prepare()
      isOpen = !isStopping
      // What an earlier process left unsaid need not wait for the next minute.
      wakeOrderMail(parts.system)
      return where.publicUrl()
    },
    /** Loads the index of search while nobody waits for it. Should that fail, the log has it, and the first search tries again. */
    loadSearch(): void {
      isSearchLoading = true
      const end = () => {
        isSearchLoading = false
        clearTimeout(timer)
      }
      const timer = setTimeout(end, searchPatienceMs)
      parts.searchIndex.catchUp().then(end, end)
    },
    /**
     * Says that it is not ready, and serves on until proxies have seen it; finishes open requests and jobs, then lets go of the
     * database.
     */
    async stop(): Promise<void> {
      isStopping = true
      isOpen = false
      stopPublishing?.()
      // Jobs first, while what they may ask over HTTP still answers; then the requests, which may send jobs.
      await Promise.all([parts.jobs.rest(), address !== undefined && pause(settings.stopDelaySeconds * 1000)])
      await http.close()
      await parts.jobs.stop()
      await parts.searchIndex.stop()
      await parts.changes.stop()
      await Promise.all(parts.pools.map(pool => pool.end()))
    },
  }
}

/** Every call of the shop: each module's contracts with their handlers. */
function composeApi({ strict }: ShopOptions, parts: Parts, where: Whereabouts): Api {
  const refusals = Object.assign({}, ...modules.map(module => module.refusals)) as RefusalTable
  const api = createApi({ strict, refusals, hidesPrices })
  for (const module of modules) module.addCalls?.(api, { ...parts, where })
  return api
}

function defineJobs(parts: Parts, where: Whereabouts): void {
  const { system, jobs, mail } = parts
  defineMailQueue(system, mail)
  jobs.repeat('old-rate-limits', { cron: '29 * * * *', does: 'Removes counts of tries that are over.' }, () =>
    removeOldRateLimits(system),
  )
  jobs.repeat(
    'old-answers',
    { cron: '43 3 * * *', does: 'Forgets what was answered to idempotency keys a month ago.' },
    () => forgetAnswers(system),
  )
  jobs.repeat('old-changes', { cron: '53 3 * * *', does: 'Forgets changes that every process has taken in.' }, () =>
    forgetChanges(system),
  )
  jobs.repeat(
    'old-files',
    {
      cron: '13 * * * *',
      does: 'Removes files that were sent to the dashboard, and that nothing has waited for since a day.',
    },
    async () => void (await dropOldFiles(system)),
  )
  jobs.repeat(
    'old-mail',
    {
      cron: '33 3 * * *',
      does: 'Removes messages from the outbox folder after a month, and addresses that refused mail after three.',
    },
    async () => {
      await removeOldMail(mail, system.now())
      await forgetRefusedMail(system)
    },
  )
  for (const module of modules) module.defineJobs?.({ ...parts, where })
}

function fail(message: string): never {
  throw new Error(message)
}
