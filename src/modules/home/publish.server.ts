import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, newId } from '#platform/context'
import type { Http } from '#platform/http'
import type { Changes } from '#platform/changes'
import { oneAtATime } from '#platform/changes/one-at-a-time'
import { type ResponseCache, type Topics, sendSealed } from '#platform/changes/response-cache'
import { homeContract } from './home.contract.ts'
import type { HomeLists } from './lists.server.ts'

/** Sales and stock may change many times in a second; the files follow them once. */
const pauseMs = 1000
const afterFailureMs = 10_000

const listNames = ['newTools', 'popularTools', 'reviews'] as const satisfies (keyof HomeLists)[]

type ReadLists = (topics?: Topics) => Promise<HomeLists>

/**
 * Serves the lists at `/data`, kept as the home page is: as long as nothing has changed that visitors are shown, and asked
 * for again each time by whoever holds a copy. So a list and the page say the same (decision 0013).
 */
export function mountPublished(
  http: Http,
  { responseCache, lists }: { responseCache: ResponseCache; lists: ReadLists },
): void {
  for (const name of listNames) {
    const path = `/data/${name}.json`
    const make = async (topics: Topics) => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' },
      body: Buffer.from(JSON.stringify((await lists(topics))[name])),
    })
    http.get(path, async (request, reply) => {
      const sealed = await responseCache.answer(path, make, request.headers['accept-encoding'])
      return sendSealed(request, reply, sealed)
    })
  }
}

/**
 * Keeps the home page's lists in `directory` too, for a plain file server beside the shop: now, and after each change of what
 * they show. Returns how to stop.
 */
export async function keepPublished(
  ctx: Context,
  { directory, changes }: { directory: string; changes: Changes },
  lists: ReadLists,
): Promise<() => void> {
  await mkdir(directory, { recursive: true })
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false
  const publish = async () => {
    const files = await lists()
    for (const name of listNames) await writeIfChanged(join(directory, `${name}.json`), files[name])
  }
  const publishAgain = oneAtATime(publish)
  const publishLater = (afterMs = pauseMs) => {
    if (isStopped) return
    waiting ??= setTimeout(() => {
      waiting = undefined
      publishAgain().catch((error: unknown) => {
        ctx.log.warn({ error }, 'the published lists could not be refreshed')
        publishLater(afterFailureMs)
      })
    }, afterMs).unref()
  }
  // First: what changes while the lists are read is in the next ones.
  changes.onChange([...homeContract.getHomeLists.reads, 'stock'], () => publishLater())
  await publishAgain()
  return () => {
    isStopped = true
    clearTimeout(waiting)
  }
}

/** A reader sees the old file or the new one, never half of one; an unchanged file keeps its date. */
async function writeIfChanged(path: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content)
  const old = await readFile(path, 'utf8').catch(() => undefined)
  if (old === text) return
  const draft = `${path}.${newId()}.draft`
  await writeFile(draft, text)
  await rename(draft, path)
}
