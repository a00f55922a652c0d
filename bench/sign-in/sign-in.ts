import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { Figure } from '../measure/figure.ts'
import { type Round, callFor, perSecond, quantile, rounded } from '../measure/rounds.ts'
import { withShop } from '../measure/shop.ts'

const callers = 8
const rounds = 6
const roundMs = 4000
const accounts = 40
const triesForOne = 5
const password = 'a long bench password'

/**
 * Sign-ins by email and password over HTTP, against what they cannot be faster than: the check of the password alone, as
 * many at a time, in a process of its own. By turns, so that both have the same machine. The callers come from many
 * addresses, which a trusted proxy on this machine tells: the limits are those of every shop.
 */
export async function signIn(): Promise<Figure[]> {
  const hash = fork(join(import.meta.dirname, 'hash-process.ts'))
  await once(hash, 'message')
  try {
    return await withShop({ TRUST_PROXY: 'loopback', LOG_LEVEL: 'fatal' }, async address => {
      const emails = await signUp(address)
      const signIns: Round[] = []
      const hashes: Round[] = []
      const post = poster(address)
      const call = (index: number) => post('/identity/sign-in/email', bodyOf(emails[index % accounts] ?? ''), 200)
      await callFor(roundMs / 2, callers, call)
      for (let round = 0; round < rounds; round += 1) {
        hashes.push(await hashFor(hash))
        signIns.push(await callFor(roundMs, callers, call))
      }
      const [known, unknown] = await wrongPasswords(post, emails)
      return [...figuresOf(signIns, hashes), ...timingOf(known, unknown)]
    })
  } finally {
    hash.kill()
  }
}

function figuresOf(signIns: Round[], hashes: Round[]): Figure[] {
  const p99 = (all: Round[]) =>
    rounded(
      quantile(
        all.flatMap(({ latenciesMs }) => latenciesMs),
        0.99,
      ),
      1,
    )
  const [fast, most] = [perSecond(signIns), perSecond(hashes)]
  return [
    { name: `sign-ins, ${callers} callers`, value: rounded(fast), unit: 'per s' },
    { name: `checks of a password alone, ${callers} callers`, value: rounded(most), unit: 'per s' },
    { name: 'sign-ins to checks of a password (at least)', value: rounded(fast / most), unit: '', limit: 0.8 },
    { name: 'sign-in, 99 of 100 within', value: p99(signIns), unit: 'ms' },
    { name: 'check of a password alone, 99 of 100 within', value: p99(hashes), unit: 'ms' },
  ]
}

function timingOf(known: number[], unknown: number[]): Figure[] {
  const [one, other] = [quantile(known, 0.5), quantile(unknown, 0.5)]
  return [
    { name: 'wrong password, email with an account, median', value: rounded(one, 1), unit: 'ms' },
    { name: 'wrong password, email without one, median', value: rounded(other, 1), unit: 'ms' },
    { name: 'the one to the other', value: rounded(one / other), unit: '' },
  ]
}

async function hashFor(hash: ReturnType<typeof fork>): Promise<Round> {
  const answer = once(hash, 'message')
  hash.send({ durationMs: roundMs, callers })
  const [round] = (await answer) as [Round]
  return round
}

const bodyOf = (email: string, typed = password) => ({ email, password: typed })

async function signUp(address: string): Promise<string[]> {
  const post = poster(address)
  const emails = Array.from({ length: accounts }, (_, index) => `caller-${index}@example.com`)
  for (const email of emails) await post('/identity/sign-up/email', { ...bodyOf(email), name: 'Caller' }, 200)
  return emails
}

/** By turns, one at a time, so that nothing but the email makes the difference. */
async function wrongPasswords(post: Post, emails: string[]): Promise<[number[], number[]]> {
  const known: number[] = []
  const unknown: number[] = []
  for (let index = 0; index < accounts * triesForOne; index += 1) {
    const pairs: [number[], string][] = [
      [known, emails[index % accounts] ?? ''],
      [unknown, `nobody-${index % accounts}@example.com`],
    ]
    for (const [times, email] of index % 2 ? pairs : pairs.toReversed()) {
      const asked = performance.now()
      await post('/identity/sign-in/email', bodyOf(email, 'not the password'), 401)
      times.push(performance.now() - asked)
    }
  }
  return [known, unknown]
}

type Post = ReturnType<typeof poster>

/** Posts JSON over connections that stay open, each time from another address of a private network. */
function poster(address: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  let sent = 0
  return (path: string, body: object, expected: number) =>
    new Promise<void>((resolve, reject) => {
      sent += 1
      const from = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
      const asked = request(`${address}${path}`, { agent, method: 'POST', headers }, answer => {
        answer.resume().on('end', () => {
          if (answer.statusCode === expected) resolve()
          else reject(new Error(`${path} answered ${answer.statusCode} where ${expected} was expected`))
        })
      })
      asked.on('error', reject).end(JSON.stringify(body))
    })
}
