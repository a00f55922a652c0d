import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { StartupProblem } from '#platform/startup'

/** In `DATA_DIR`: what the last command that failed unexpectedly has to say to whoever mends it. */
const fileName = 'command-error.txt'

type Failed = { command: string; dataDir?: string | undefined }

/** The one line that an operator reads of a command that failed; where that is no mistake of theirs, it says where the rest is. */
export async function failureLine(cause: unknown, { command, dataDir }: Failed): Promise<string> {
  if (cause instanceof StartupProblem) return cause.message
  const line = `${command} failed: ${oneLine(cause)}`
  if (dataDir === undefined) return line
  const file = join(dataDir, fileName)
  try {
    await writeFile(file, `${new Date().toISOString()} ${line}\n\n${inspect(cause)}\n`, { mode: 0o600 })
    return `${line} The details are in ${file}.`
  } catch {
    return line
  }
}

/** Its message and its code, where the message does not have that. */
function oneLine(cause: unknown): string {
  const first: unknown = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause
  const text = first instanceof Error ? first.message || first.name : String(first)
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  const sentence = text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
  return code && !sentence.includes(code) ? `${sentence} (${code}).` : `${sentence}.`
}
