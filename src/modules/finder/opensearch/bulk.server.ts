import { setTimeout as wait } from 'node:timers/promises'
import { type SearchServer, SearchServerAway } from './server.server.ts'

/** Writes many documents with few calls. */
type Bulk = {
  put(index: string, id: string, document: object): Promise<void>
  remove(index: string, id: string): Promise<void>
  /** Sends what is left. */
  finish(): Promise<void>
}

type Action = { head: object; document: object | undefined; bytes: number }
type Written = { errors: boolean; items: Record<string, { _id: string; status: number; error?: object }>[] }

/** A call of some megabytes is as fast as a larger one, and a server that is short of memory takes it. */
const mostBytes = 5_000_000
const mostTries = 6

/** All is written by aliases: where one is gone, that is a failure, and no index made up by the server in its place. */
const path = '/_bulk?require_alias=true'

export function startBulk(server: SearchServer): Bulk {
  let waiting: Action[] = []
  let bytes = 0

  async function add(head: object, document?: object): Promise<void> {
    const action = { head, document, bytes: document ? JSON.stringify(document).length : 100 }
    waiting.push(action)
    bytes += action.bytes
    if (bytes >= mostBytes) await finish()
  }

  async function finish(): Promise<void> {
    const actions = waiting
    waiting = []
    bytes = 0
    if (actions.length > 0) await writeAll(server, actions)
  }

  return {
    put: (_index, _id, document) => add({ index: { _index, _id } }, document),
    remove: (_index, _id) => add({ delete: { _index, _id } }),
    finish,
  }
}

/** What the server was too busy for is sent again, and only that. */
async function writeAll(server: SearchServer, actions: readonly Action[]): Promise<void> {
  let left = actions
  for (let tries = 1; ; tries += 1) {
    const lines = left.flatMap(({ head, document }) => (document ? [head, document] : [head]))
    const { errors, items } = await server.call<Written>({ method: 'POST', path, lines })
    if (!errors) return
    const results = items.map(item => Object.values(item)[0])
    const wrong = results.find(one => one?.error !== undefined && !isBusy(one.status))
    if (wrong)
      throw new Error(`the search server did not take ${wrong._id}: ${JSON.stringify(wrong.error).slice(0, 500)}`)
    left = left.filter((_, at) => isBusy(results[at]?.status ?? 200))
    if (left.length === 0) return
    if (tries === mostTries) throw new SearchServerAway(`the search server is too busy for ${left.length} documents`)
    await wait(200 * 2 ** tries)
  }
}

const isBusy = (status: number) => status === 429 || status === 503
