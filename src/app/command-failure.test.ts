import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StartupProblem } from '#platform/startup'
import { failureLine } from './command-failure.server.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tappet-failure-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })
const kinds: [error: unknown, says: string][] = [
  [withCode('write after end', 'ERR_STREAM_WRITE_AFTER_END'), 'write after end (ERR_STREAM_WRITE_AFTER_END).'],
  [withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'), 'connect ECONNREFUSED 127.0.0.1:5432.'],
  [new AggregateError([new Error('refused by one address'), new Error('and the other')]), 'refused by one address.'],
  [new AggregateError([]), 'AggregateError.'],
  [new Error('a line\n  and\tanother.'), 'a line and another.'],
  [new RangeError(''), 'RangeError.'],
  ['a word', 'a word.'],
  [undefined, 'undefined.'],
]

it.each(kinds)(
  'an unexpected error of a command is one line that says where the rest is: %s (finding 1)',
  async (error, says) => {
    const file = join(dataDir, 'command-error.txt')
    expect(await failureLine(error, { command: 'restore', dataDir })).toBe(
      `restore failed: ${says} The details are in ${file}.`,
    )
    const details = await readFile(file, 'utf8')
    expect(details).toContain(`restore failed: ${says}`)
    if (error instanceof Error) expect(details).toContain('command-failure.test.ts')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  },
)

it('an unexpected error is one line where no file can be written (finding 1)', async () => {
  const error = new Error('lost')
  expect(await failureLine(error, { command: 'seed', dataDir: join(dataDir, 'none') })).toBe('seed failed: lost.')
  expect(await failureLine(error, { command: 'seed' })).toBe('seed failed: lost.')
})

it('what an operator can mend is said as it is', async () => {
  expect(await failureLine(new StartupProblem('Start it.'), { command: 'seed', dataDir })).toBe('Start it.')
})
