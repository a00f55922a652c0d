import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { refuse } from '#kernel/refusals'
import type { Context } from '#platform/context'
import type { Http } from '#platform/http'
import { matches, tagOf } from '#platform/kept-answers'
import { giveNotice, listenFor } from '#platform/notice'
import { reviewsHandlers } from '#services/reviews'
import { homeListsChannel } from './catalogue.rules.ts'

/** How often the lists are compared with the database. */
const everyMs = 30_000

const listNames = ['newTools', 'popularTools', 'reviews'] as const
type ListName = (typeof listNames)[number]

const fileOf = (directory: string, name: ListName) => join(directory, `${name}.json`)

/**
 * Serves the lists at `/data`, each read in one go: a file server looks at a file's length first and at its content
 * later, and where another file has taken its name in between, it sends half of that.
 */
export function mountPublished(http: Http, directory: string): void {
  for (const name of listNames) {
    http.get(`/data/${name}.json`, async (request, reply) => {
      const content = await readFile(fileOf(directory, name)).catch(() => undefined)
      if (!content) throw refuse('not-ready')
      const etag = tagOf(content)
      reply.header('cache-control', 'public, max-age=60').header('etag', etag)
      if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply.type('application/json; charset=utf-8').send(content)
    })
  }
}

type Lists = () => Promise<{ newTools: unknown; popularTools: unknown }>

/** Has the lists published anew, by every process of the shop, once the caller's transaction has committed. */
export function announceChange(ctx: Context): Promise<void> {
  return giveNotice(ctx, homeListsChannel)
}

/**
 * Keeps the static lists of the home page up to date in `directory`, so that a plain file server or a CDN can hold
 * them: now, when a change of the catalogue is announced, and now and then for what nobody announces (sales, a notice
 * that was missed). Returns how to stop.
 */
export async function keepPublished(
  ctx: Context,
  { directory, pool }: { directory: string; pool: pg.Pool },
  lists: Lists,
): Promise<() => void> {
  await mkdir(directory, { recursive: true })
  const publish = oneAtATime(async () => {
    const { newTools, popularTools } = await lists()
    const reviews = await reviewsHandlers.listReviews(ctx, { ...noInput })
    const files: Record<ListName, unknown> = { newTools, popularTools, reviews }
    for (const name of listNames) await writeIfChanged(fileOf(directory, name), files[name])
  })
  const warn = (error: unknown) => ctx.log.warn({ error }, 'the published lists could not be refreshed')
  const notices = listenFor(pool, [homeListsChannel], () => void publish().catch(warn))
  await notices.keep()
  await publish()
  const timer = setInterval(() => void Promise.all([notices.keep(), publish()]).catch(warn), everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    notices.stop()
  }
}

/** Asked while it is at work, it does the work once more afterwards: what it has read may be old already. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  let waiting: Promise<void> | undefined
  return () => {
    if (waiting) return waiting
    const before = last.catch(() => undefined)
    waiting = last = before.then(() => {
      waiting = undefined
      return work()
    })
    return waiting
  }
}

const noInput = {
  params: undefined,
  query: undefined,
  body: undefined,
  idempotencyKey: undefined,
  headers: {},
  rawBody: undefined,
  file: undefined,
}

/** A reader sees the old file or the new one, never half of one; an unchanged file keeps its date. */
async function writeIfChanged(path: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content)
  const old = await readFile(path, 'utf8').catch(() => undefined)
  if (old === text) return
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, text)
  await rename(draft, path)
}
