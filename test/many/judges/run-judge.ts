import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** How a judge's program ended, whoever ended it. */
export type RunEnd = {
  status: number | null
  signal: NodeJS.Signals | null
  /** Why it could not be started. */
  problem: string | undefined
  seconds: number
  said: string
}

type Running = {
  args: readonly string[]
  cwd: string
  env: Record<string, string>
  /** Ends it with the test. */
  atEnd(end: () => unknown): void
}

/** Runs a judge's program to its end, and says how it came to it. */
export async function runJudge(program: string, { args, cwd, env, atEnd }: Running): Promise<RunEnd> {
  const began = performance.now()
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  atEnd(() => child.kill())
  const ended = new Promise<Pick<RunEnd, 'status' | 'signal' | 'problem'>>(resolve => {
    child.once('error', error => resolve({ status: null, signal: null, problem: String(error) }))
    child.once('close', (status, signal) => resolve({ status, signal, problem: undefined }))
  })
  const [end, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { ...end, seconds: (performance.now() - began) / 1000, said: `${said}\n${complained}` }
}
