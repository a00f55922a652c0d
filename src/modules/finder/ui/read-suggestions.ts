import { callBy } from '#ui/calls/call.ts'
import { pathOf } from '#kernel/endpoint'
import { type SearchAnswer, finderContract } from '../finder.contract.ts'

/** As many as fit below the box on a phone. */
const most = 8

type SuggestionQuery = { text: string; vehicle: number | undefined }

/** The first tools for what was typed so far. The signal gives the question up. */
export function readSuggestions({ text, vehicle }: SuggestionQuery, signal: AbortSignal): Promise<SearchAnswer> {
  const query = { q: text, limit: most, ...(vehicle !== undefined && { vehicle }) }
  return callBy(finderContract.search, () =>
    fetch(`/api${pathOf(finderContract.search, { query })}`, { headers: { accept: 'application/json' }, signal }),
  )
}
