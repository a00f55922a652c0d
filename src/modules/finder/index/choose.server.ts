import type { Settings } from '#platform/settings'
import { startOpenSearchIndex } from '../opensearch/opensearch.server.ts'
import { type SearchIndexOptions, startSearchIndex } from './index.server.ts'
import type { SearchIndex } from './index.ts'

/** The adapter that the settings choose. `databaseUrl`: not through a pooler. */
export function chooseSearchIndex({ searchUrl }: Settings, options: SearchIndexOptions): SearchIndex {
  return searchUrl === undefined ? startSearchIndex(options) : startOpenSearchIndex({ ...options, searchUrl })
}
