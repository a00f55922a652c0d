import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { plainSentence } from '#kernel/sentences'
import { StartupProblem } from '#platform/startup'
import { ContentFile, contentProblems } from './shapes.rules.ts'

export { type OwnEntries, ownEntries } from './entries/own-entries.server.ts'
export { changeLogo } from './entries/logo.server.ts'
export { mailWords, withOwnWords } from './own-words.server.ts'

/** Reads the owner's content file; a mistake in it stops the start with its place. */
export async function readContent(path: string): Promise<ContentFile> {
  const problems = (complaints: string) =>
    new StartupProblem(`The content file ${path} cannot be used: ${complaints.replace(/\.$/, '')}.`)
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw problems(error instanceof Error ? error.message : String(error))
  }
  const { data, error } = z.safeParse(ContentFile, read, { error: plainSentence })
  if (error) throw problems(error.issues.map(placed).join(' '))
  const mistakes = contentProblems(data)
  if (mistakes.length > 0) throw problems(mistakes.join('; '))
  return data
}

function placed({ path, message }: z.core.$ZodIssue): string {
  return `${path.length > 0 ? path.join('.') : 'the whole file'}: ${message}`
}
