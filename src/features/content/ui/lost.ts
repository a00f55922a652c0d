import { laterPart } from '#ui/later-part.tsx'
import type { LostPage } from './lost-page.tsx'

/** What stands where a page should be, for the error boundaries that every page carries. */
export const Lost = laterPart<Parameters<typeof LostPage>[0]>(
  'lost-page',
  async () => (await import('./lost-page.tsx')).LostPage,
)
