import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunEnd, runJudge } from './run-judge.ts'
import { type Judged, objection } from './schemathesis-verdict.ts'

/** What a judge's early end looks like, and that it is never taken for a shop without faults. */

let folder: string
const ends: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-verdict-'))
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await rm(folder, { recursive: true, force: true })
})

const run = (args: string[], program = process.execPath) =>
  runJudge(program, { args, cwd: folder, env: {}, atEnd: end => void ends.push(end) })

const through: RunEnd = { status: 0, signal: null, problem: undefined, seconds: 30.2, said: '' }
const judged = (more: Partial<Judged>): string | undefined =>
  objection({
    end: through,
    seconds: 30,
    report: { complete: true, stop_reason: 'max_time' },
    operations: ['GET /tools', 'POST /orders'],
    calls: ['GET /tools', 'POST /orders', 'GET /tools'],
    ...more,
  })

it('has nothing against a run that took its time and called all that is declared', () => {
  expect(judged({})).toBeUndefined()
  expect(
    judged({ report: { complete: true, stop_reason: 'completed' }, end: { ...through, seconds: 4 } }),
  ).toBeUndefined()
})

it('says who ended a judge that was killed', async () => {
  const end = await run(['--eval', 'process.kill(process.pid, "SIGKILL")'])
  expect(judged({ end })).toMatch(/^schemathesis was ended by SIGKILL after 0 of 30 s/)
})

it('says that a judge whose folder is gone was not started, or that it failed where it was gone later', async () => {
  const gone = join(folder, 'gone')
  expect(judged({ end: await run([], gone) })).toMatch(/^schemathesis was not started: .*ENOENT/)
  const part = join(folder, 'part.mjs')
  await writeFile(part, '')
  await unlink(part)
  expect(judged({ end: await run(['--eval', `import(${JSON.stringify(part)})`]) })).toMatch(
    /^schemathesis ended with 1/,
  )
})

it('says what a judge has left out that ended well and too early', () => {
  expect(judged({ report: null })).toMatch(/wrote no report/)
  const stopped = { complete: true, stop_reason: 'server_unavailable' }
  expect(judged({ report: stopped })).toMatch(/stopped after 30 of 30 s by "server_unavailable"/)
  expect(judged({ report: { complete: false, stop_reason: 'error' } })).toMatch(/by "error"/)
  expect(judged({ end: { ...through, seconds: 12 } })).toMatch(/its time was over after 12 of 30 s/)
  expect(judged({ calls: ['GET /tools'] })).toMatch(/called 1 of 2 operations in 30 of 30 s and 1 call.*POST \/orders$/)
  expect(judged({ calls: undefined })).toMatch(/what it called is gone/)
  expect(judged({ operations: [] })).toMatch(/called 0 of 0 operations/)
})
