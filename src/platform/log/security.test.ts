import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { logSecurity, securityEvents } from './security.server.ts'

function logAt(level: string) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()))
      done()
    },
  })
  return { log: pino({ level }, stream), lines }
}

it('an event is written although LOG_LEVEL leaves out what is no warning (finding 33)', () => {
  const { log, lines } = logAt('warn')
  logSecurity(log, 'sign-in-failed', { reason: 'INVALID_EMAIL_OR_PASSWORD', address: '127.0.0.1', requestId: 'r-1' })
  log.info('not a word of this')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ security: 'sign-in-failed', address: '127.0.0.1', requestId: 'r-1' })
})

it('nothing is written where the log is silent', () => {
  const { log, lines } = logAt('silent')
  logSecurity(log, 'sign-in', {})
  expect(lines).toEqual([])
})

it('the list for people names each event, and no other (finding 33)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/security-log.md'), 'utf8')
  const named = Array.from(page.matchAll(/^\| `([\w-]+)` \|/gm), ([, name]) => name)
  expect(named.toSorted()).toEqual(Object.keys(securityEvents).toSorted())
})
