import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { plainSentence } from '#kernel/sentences'
import { StartupProblem } from '#platform/startup'
import { SearchFile, synonymProblems } from './synonyms.rules.ts'

/** Reads the owner's synonyms; a mistake in the file stops the start with its place. */
export async function readSynonyms(path: string): Promise<SearchFile['synonyms']> {
  const problem = (complaint: string) =>
    new StartupProblem(`The search file ${path} cannot be used: ${complaint.replace(/\.$/, '')}.`)
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw problem(error instanceof Error ? error.message : String(error))
  }
  const { data, error } = z.safeParse(SearchFile, read, { error: plainSentence })
  if (error) {
    const places = error.issues.map(({ path, message }) => `${path.join('.') || 'the whole file'}: ${message}`)
    throw problem(places.join(' '))
  }
  const problems = synonymProblems(data)
  if (problems.length > 0) throw problem(problems.join('; '))
  return data.synonyms
}
