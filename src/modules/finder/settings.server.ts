import type { ReadSettings } from '#platform/settings'
import { wrong } from '#platform/settings/reader'
import { nodesOf } from './opensearch/server.server.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Of an OpenSearch, of one or several of its nodes, with who asks and what its indexes' names begin with; undefined: each process has an index of its own. */
    searchUrl: string | undefined
  }
}

/** The address holds a password, so a complaint never repeats it. */
export const readFinderSettings: ReadSettings = read => {
  const text = read.text('SEARCH_URL')
  if (text === undefined) return { searchUrl: undefined }
  const nodes = nodesOf(text).map(node => URL.parse(node))
  const isPlace = (url: URL | null) => url && !url.search && !url.hash && /^\/[a-z][a-z0-9-]{0,40}$/.test(url.pathname)
  if (nodes.length === 0 || !nodes.every(isPlace))
    wrong(
      'SEARCH_URL',
      'takes an address such as https://user:password@one.example:9200,two.example:9200/tappet, with the nodes of one OpenSearch, and whose path is what the indexes are called by: small letters, digits and hyphens',
    )
  return { searchUrl: text }
}
