import fastifyStatic from '@fastify/static'
import { mkdir } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Database } from '#platform/database'
import type { Http } from '#platform/http'
import { documentKeyPattern } from './document.rules.ts'
import { fileOfDocument } from './document.server.ts'
import { pictureWidths, renditionPattern } from './pictures.rules.ts'
import { diskImages } from './disk.server.ts'
import type { ImageStore } from './port.server.ts'

/** A store elsewhere, with a copy in `directory` of every file that was stored or asked for: it is fetched once. */
export function cachedImages(store: ImageStore, directory: string): ImageStore {
  const copies = diskImages(directory)
  const fetching = new Map<string, Promise<Uint8Array | undefined>>()
  const fetchOnce = async (file: string) => {
    const bytes = await store.read(file)
    if (bytes) await copies.put(file, bytes)
    return bytes
  }
  return {
    ...store,
    async put(file, bytes) {
      await store.put(file, bytes)
      await copies.put(file, bytes)
    },
    async read(file) {
      const copy = await copies.read(file)
      if (copy) return copy
      // Many ask at once for a picture that has just appeared on a page; one of them fetches it.
      const running = fetching.get(file) ?? fetchOnce(file).finally(() => fetching.delete(file))
      fetching.set(file, running)
      return running
    },
    async remove(file) {
      await store.remove(file)
      await copies.remove(file)
    },
  }
}

export type PictureFiles = {
  store: ImageStore
  /** Where the files are, or their copies. */
  directory: string
  db: Database
  now: () => Date
}

/** A picture is asked about once in so long, and not for everybody who looks at it: as long it may be seen after its end. */
const rememberedMs = 60_000
const mostRemembered = 20_000

/** Whether the shop has a picture with this key. */
function knownPictures({ db, now }: Pick<PictureFiles, 'db' | 'now'>) {
  const perf = { now: () => now().getTime() }
  const keys = new LRUCache<string, true>({ max: mostRemembered, ttl: rememberedMs, ttlResolution: 0, perf })
  return async (key: string): Promise<boolean> => {
    if (keys.has(key)) return true
    const is = await isKnown(db, key)
    if (is) keys.set(key, true)
    return is
  }
}

/**
 * `/images/…`: the same addresses wherever the files are kept. A name carries its content's hash, so what a browser has
 * stays right for ever, and pages of other origins may show it. `/documents/…` beside it is of what others have made, and whatever
 * stands in it: a browser saves it, and should one show it all the same, nothing in it runs.
 */
export async function mountPictures(http: Http, files: PictureFiles): Promise<void> {
  const { store, directory, db } = files
  const isShown = knownPictures(files)
  await mkdir(directory, { recursive: true })
  const copies = diskImages(directory)
  await http.register(async scope => {
    await scope.register(fastifyStatic, { root: directory, serve: false, maxAge: '365d', immutable: true })
    scope.get<{ Params: { file: string } }>('/images/:file', async ({ params }, reply) => {
      const key = renditionPattern.exec(params.file)?.[1]
      if (!key) return reply.callNotFound()
      // A copy may be left of what another process has removed.
      if (!(await isShown(key))) return reply.callNotFound()
      if (!(await copies.has(params.file)) && !(await store.read(params.file))) return reply.callNotFound()
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return reply.sendFile(params.file)
    })
    scope.get<{ Params: { key: string; name: string } }>('/documents/:key/:name', async ({ params }, reply) => {
      const { key } = params
      if (!documentKeyPattern.test(key) || !(await isKnownDocument(db, key))) return reply.callNotFound()
      const file = fileOfDocument(key)
      if (!(await copies.has(file)) && !(await store.read(file))) return reply.callNotFound()
      // Without a name, the last part of the address is what the file is called.
      reply.header('content-disposition', 'attachment')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply.header('x-content-type-options', 'nosniff')
      return reply.sendFile(file)
    })
  })
}

/** The largest file of this shop's picture with this key; undefined if there is none. */
export async function readLargest({ store, db }: Pick<PictureFiles, 'store' | 'db'>, key: string) {
  return (await isKnown(db, key)) ? store.read(`${key}-${Math.max(...pictureWidths)}.webp`) : undefined
}

async function isKnownDocument(db: Database, key: string): Promise<boolean> {
  return (await db.selectFrom('document').select('id').where('key', '=', key).executeTakeFirst()) !== undefined
}

async function isKnown(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('image').select('id').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}
