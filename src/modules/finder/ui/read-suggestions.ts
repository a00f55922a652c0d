import { callOpen } from '#ui/calls/call.ts'
import type { SearchAnswer, SearchHit, searchContract } from '../search/search.contract.ts'

/** As many as fit below the box on a phone. */
const most = 8

type SuggestionQuery = { text: string; vehicle: number | undefined }

/** A tool that is suggested. `beside`: what else is said of its price, where its buyer pays another one than the list price. */
export type Suggestion = SearchHit & { beside?: string }
export type Suggestions = Omit<SearchAnswer, 'tools'> & { tools: Suggestion[] }

type Pricing = (tools: SearchHit[]) => Promise<Suggestion[]>
let pricing: Pricing | undefined

/** Has suggestions priced for whoever is here; without, they have everyone's prices. */
export const priceSuggestions = (by: Pricing | undefined): void => void (pricing = by)

/** The first tools for what was typed so far. The signal gives the question up. */
export async function readSuggestions({ text, vehicle }: SuggestionQuery, signal: AbortSignal): Promise<Suggestions> {
  const query = { q: text, limit: most, ...(vehicle !== undefined && { vehicle }) }
  const answer = await callOpen<typeof searchContract.search>('/search', { query }, signal)
  return pricing ? { ...answer, tools: await pricing(answer.tools) } : answer
}
