import type { IndexedTool } from '../index/columns.server.ts'
import type { CategoryRow, Reader } from '../index/load.server.ts'
import { startBulk } from './bulk.server.ts'
import { toolDocument, wordDocument } from './documents.server.ts'
import { type SearchServer, SearchServerAway } from './server.server.ts'
import type { Names } from './state.server.ts'

/** Takes tools as the database is read, and writes them to the server. */
export type Writer = Reader & {
  /** Resolves when all of it is found. */
  finish(): Promise<void>
  /** All of them, where any came. */
  categories(): readonly CategoryRow[] | undefined
}

/** Into new indexes, where nobody looks yet. Words are counted on the way, and written last. */
export function countingWriter(
  server: SearchServer,
  names: Names,
  onPrice: (price: number) => void,
): Omit<Writer, 'remove'> {
  const bulk = startBulk(server)
  const counts = new Map<string, number>()
  let categories: readonly CategoryRow[] | undefined
  return {
    sort: rows => void (categories = rows),
    async put(tools) {
      for (const tool of tools) {
        const document = toolDocument(tool)
        for (const word of document.words) counts.set(word, (counts.get(word) ?? 0) + 1)
        onPrice(tool.price)
        await bulk.put(names.tools, String(tool.ordinal), document)
      }
    },
    async finish() {
      for (const [word, tools] of counts) await bulk.put(names.words, word, wordDocument(word, tools))
      await bulk.finish()
    },
    categories: () => categories,
  }
}

/**
 * Into the indexes that answer. A word that is new is known at once; how many tools have each is counted anew by the next load,
 * and until then orders what may be meant by the last one.
 */
export function toolWriter(server: SearchServer, names: Names): Writer {
  const bulk = startBulk(server)
  let categories: readonly CategoryRow[] | undefined

  async function put(tools: readonly IndexedTool[]): Promise<void> {
    const words = new Set<string>()
    for (const tool of tools) {
      const document = toolDocument(tool)
      for (const word of document.words) words.add(word)
      await bulk.put(names.tools, String(tool.ordinal), document)
    }
    for (const word of await unknownOf(server, names.words, [...words]))
      await bulk.put(names.words, word, wordDocument(word, 1))
  }

  return {
    sort: rows => void (categories = rows),
    put,
    async remove(ordinals) {
      for (const ordinal of ordinals) await bulk.remove(names.tools, String(ordinal))
    },
    async finish() {
      await bulk.finish()
      await server.call({ method: 'POST', path: `/${names.tools},${names.words}/_refresh` })
    },
    categories: () => categories,
  }
}

const idsAtOnce = 1000

async function unknownOf(server: SearchServer, index: string, words: readonly string[]): Promise<string[]> {
  const unknown: string[] = []
  for (let from = 0; from < words.length; from += idsAtOnce) {
    const ids = words.slice(from, from + idsAtOnce)
    const path = `/${index}/_mget?_source=false`
    type Looked = { docs: { _id: string; found?: boolean; error?: object }[] }
    const { docs } = await server.call<Looked>({ method: 'POST', path, body: { ids } })
    const failed = docs.find(({ error }) => error)
    if (failed) throw new SearchServerAway(`the search server did not look up ${JSON.stringify(failed).slice(0, 500)}`)
    unknown.push(...docs.filter(({ found }) => found !== true).map(({ _id }) => _id))
  }
  return unknown
}
