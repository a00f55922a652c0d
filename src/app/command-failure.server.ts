import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { StartupProblem } from '#platform/startup'

/** In `DATA_DIR`: what the last command that failed unexpectedly has to say to whoever mends it. */
const fileName = 'command-error.txt'

/** The one line that an operator reads of a command that failed; where that is no mistake of theirs, it says where the rest is. */
export async function failureLine(
  error: unknown,
  { command, dataDir }: { command: string; dataDir?: string | undefined },
): Promise<string> {
  if (error instanceof StartupProblem) return error.message
  const line = `${command} failed: ${oneLine(error)}`
  if (dataDir === undefined) return line
  const file = join(dataDir, fileName)
  const isWritten = await writeFile(file, `${new Date().toISOString()} ${line}\n\n${inspect(error)}\n`, {
    mode: 0o600,
  }).then(
    () => true,
    () => false,
  )
  return isWritten ? `${line} The details are in ${file}.` : line
}

/** Its message and its code, where the message does not have that. */
function oneLine(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  const text = first instanceof Error ? first.message || first.name : String(first)
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  const sentence = text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  return code && !sentence.includes(code) ? `${sentence} (${code}).` : `${sentence}.`
}
