import { sql } from 'kysely'
import type { Database } from '#platform/database'
import type { Figure } from '../measure/figure.ts'
import { quantile, rounded } from '../measure/rounds.ts'

const words = ['brake disc', 'brakedisc', 'spark plug', 'oil fliter', 'shock absorber']

/**
 * How general shop platforms search, on the same rows: a similarity that is computed for every name, and a text vector that is
 * made for every row at every search. For orientation; one after the other, nothing else at work.
 */
export async function measurePlatformShapes(db: Database): Promise<Figure[]> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  const bySimilarity = await median(words, word =>
    sql`select id from tool where word_similarity(${word}, name) > 0.6 order by word_similarity(${word}, name) desc
      limit 20`.execute(db),
  )
  const byVector = await median(words, word =>
    sql`select id from tool, plainto_tsquery('english', ${word}) query
      where to_tsvector('english', name || ' ' || description) @@ query
      order by ts_rank(to_tsvector('english', name || ' ' || description), query) desc limit 20`.execute(db),
  )
  return [
    { name: 'as platforms do: word_similarity() of every name', value: rounded(bySimilarity, 0), unit: 'ms' },
    { name: 'as platforms do: to_tsvector() of every row', value: rounded(byVector, 0), unit: 'ms' },
  ]
}

async function median(asked: string[], ask: (word: string) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (const word of asked) {
    const began = performance.now()
    await ask(word)
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}
