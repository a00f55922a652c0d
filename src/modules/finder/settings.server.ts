import type { ReadSettings } from '#platform/settings'
import { wrong } from '#platform/settings/reader'

declare module '#platform/settings' {
  interface Settings {
    /** Of an OpenSearch, with who asks and what its indexes' names begin with; undefined: each process has an index of its own. */
    searchUrl: string | undefined
  }
}

/** The address holds a password, so a complaint never repeats it. */
export const readFinderSettings: ReadSettings = read => {
  const text = read.text('SEARCH_URL')
  if (text === undefined) return { searchUrl: undefined }
  const url = URL.parse(text)
  const isPlace = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  if (!isPlace || !/^\/[a-z][a-z0-9-]{0,40}$/.test(url.pathname))
    wrong(
      'SEARCH_URL',
      'takes an address such as https://user:password@search.example:9200/tappet, whose path is what the indexes are called by: small letters, digits and hyphens',
    )
  return { searchUrl: text }
}
