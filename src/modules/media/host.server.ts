import * as z from 'zod/mini'
import { refuse } from './refusals.rules.ts'
import type { Database } from '#platform/database'
import type { Log } from '#platform/log'
import type { ImageStore } from './port.server.ts'

export type ImageHostSettings = { url: string; key: string }

/** How long one call to the host may take, and the most that is taken for a picture. */
const timeoutMs = 20_000
const mostBytes = 20 * 1024 ** 2
/** And for what it says of one that it was sent. */
const mostAnswerBytes = 64 * 1024

const Answer = z.object({ success: z.literal(true), data: z.object({ url: z.url({ protocol: /^https?$/ }) }) })

/**
 * Pictures at an imgbb-compatible host: a multipart `image`, the key in the query, `success` and `data.url` in the answer.
 * The host chooses the addresses, so they are written down. It has no call that deletes: what is removed here is
 * forgotten, and stays at the host until its owner clears it there.
 */
export function hostedImages(settings: ImageHostSettings, { db, log }: { db: Database; log: Log }): ImageStore {
  const addressOf = async (file: string): Promise<string | undefined> => {
    const row = await db.selectFrom('hosted_image').select('url').where('file', '=', file).executeTakeFirst()
    return row?.url
  }
  return {
    name: `image host ${new URL(settings.url).host}`,
    takesPicturesOnly: true,
    has: async file => (await addressOf(file)) !== undefined,
    async put(file, bytes) {
      const url = await asking(log, () => send(settings, file, bytes))
      await db
        .insertInto('hosted_image')
        .values({ file, url })
        .onConflict(conflict => conflict.column('file').doUpdateSet({ url }))
        .execute()
    },
    async read(file) {
      const url = await addressOf(file)
      return url === undefined ? undefined : asking(log, () => fetchFile(url), 'image-host-silent')
    },
    async remove(file) {
      await db.deleteFrom('hosted_image').where('file', '=', file).execute()
    },
  }
}

async function send({ url, key }: ImageHostSettings, file: string, bytes: Uint8Array): Promise<string> {
  const address = new URL(url)
  address.searchParams.set('key', key)
  const type = file.endsWith('.avif') ? 'image/avif' : 'image/webp'
  const body = new FormData()
  body.set('image', new Blob([Uint8Array.from(bytes)], { type }), file)
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(address, { method: 'POST', body, redirect: 'error', signal })
  const result = z.safeParse(Answer, await readJson(answer))
  if (!answer.ok || !result.success) throw new Error(`the image host answered ${answer.status} without an address`)
  return result.data.data.url
}

/** The host chooses the address, and nothing beyond it: where a redirect leads may be a service inside the shop's network. */
async function fetchFile(url: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (answer.status === 404 || answer.status === 410) {
    await answer.body?.cancel()
    return undefined
  }
  if (!answer.ok) throw new Error(`the image host answered ${answer.status}`)
  return readAtMost(answer, mostBytes)
}

async function readJson(answer: Response): Promise<unknown> {
  const text = Buffer.from(await readAtMost(answer, mostAnswerBytes)).toString()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Counts what comes: what the answer says of its length is only its word. */
async function readAtMost(answer: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > most) throw new Error('the image host sent too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The cause stays in the log: it may name the key. */
async function asking<T>(
  log: Log,
  call: () => Promise<T>,
  code: 'image-host-unreachable' | 'image-host-silent' = 'image-host-unreachable',
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    log.error({ error }, 'the image host refused or did not answer')
    throw refuse(code)
  }
}
