import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context'
import { reviewsHandlers } from '#services/reviews'

/** How often the lists are compared with the database; an admin who approves a review looks for it at once. */
const everyMs = { tools: 30_000, reviews: 3000 }

type Lists = () => Promise<{ newTools: unknown; popularTools: unknown }>

/**
 * Keeps the static lists of the home page up to date in `directory`, so that a plain file server or a CDN can hold
 * them: now, and whenever the catalogue, its sales or the reviews have changed. Returns how to stop.
 */
export async function keepPublished(ctx: Context, directory: string, lists: Lists): Promise<() => void> {
  await mkdir(directory, { recursive: true })
  const publishTools = async () => {
    const { newTools, popularTools } = await lists()
    await writeIfChanged(join(directory, 'newTools.json'), newTools)
    await writeIfChanged(join(directory, 'popularTools.json'), popularTools)
  }
  const publishReviews = async () => {
    const reviews = await reviewsHandlers.listReviews(ctx, { ...noInput })
    await writeIfChanged(join(directory, 'reviews.json'), reviews)
  }
  const repeat = (publish: () => Promise<void>, ms: number) => {
    const timer = setInterval(() => {
      publish().catch(error => ctx.log.warn({ error }, 'the published lists could not be refreshed'))
    }, ms)
    return timer.unref()
  }
  await publishTools()
  await publishReviews()
  const timers = [repeat(publishTools, everyMs.tools), repeat(publishReviews, everyMs.reviews)]
  return () => {
    for (const timer of timers) clearInterval(timer)
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
