import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Context } from '#platform/context'
import type { Http } from '#platform/http'
import { type Keeper, sendSealed } from '#platform/cache/kept-answers'
import { listenFor } from '#platform/cache/notice'
import type { HomeLists } from './home.contract.ts'
import { homeListsChannel } from '#rules/catalogue'

/** How often the lists are compared with the database. */
const everyMs = 30_000

const listNames = ['newTools', 'popularTools', 'reviews'] as const satisfies (keyof HomeLists)[]

type ReadLists = () => Promise<HomeLists>

/**
 * Serves the lists at `/data`, kept as the home page is: as long as nothing has changed that visitors are shown, and asked
 * for again each time by whoever holds a copy. So a list and the page say the same (decision 0013).
 */
export function mountPublished(http: Http, { keeper, lists }: { keeper: Keeper; lists: ReadLists }): void {
  for (const name of listNames) {
    const path = `/data/${name}.json`
    const make = async () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' },
      body: Buffer.from(JSON.stringify((await lists())[name])),
    })
    http.get(path, async (request, reply) => sendSealed(request, reply, await keeper.answer(path, make)))
  }
}

/**
 * Keeps the home page's lists in `directory` too, for a plain file server beside the shop: now, when a change of the
 * catalogue is announced, and now and then for what nobody announces (sales, a notice that was missed). Returns how to
 * stop.
 */
export async function keepPublished(
  ctx: Context,
  { directory, pool }: { directory: string; pool: pg.Pool },
  lists: ReadLists,
): Promise<() => void> {
  await mkdir(directory, { recursive: true })
  const publish = oneAtATime(async () => {
    const files = await lists()
    for (const name of listNames) await writeIfChanged(join(directory, `${name}.json`), files[name])
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

/** A reader sees the old file or the new one, never half of one; an unchanged file keeps its date. */
async function writeIfChanged(path: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content)
  const old = await readFile(path, 'utf8').catch(() => undefined)
  if (old === text) return
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, text)
  await rename(draft, path)
}
