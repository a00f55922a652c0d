import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Role } from '#kernel/access'
import { newId } from '#platform/context'
import { bearer } from '../factories.ts'
import type { TestShop } from '../harness.ts'

/** As the harness gives them to its shops, so that a token or an event of one is good in all. */
const secrets = {
  secret: 'test-secret-that-is-long-enough-for-signing',
  sandboxSecrets: {
    secretKey: 'sk_test_sandbox_0123456789abcdef',
    publishableKey: 'pk_test_sandbox_0123456789abcdef',
    webhookSecret: 'whsec_0123456789abcdef0123456789abcdef',
  },
}

/** A request to the shop; a body that is a text goes as it is. */
export type Asked = { method: string; path: string; body?: object | string; headers?: Record<string, string> }

// oxlint-disable-next-line typescript/no-explicit-any -- an answer is whatever the server sent: tests assert its shape
export type Told = { status: number; body: any }

type Job = 'expire' | 'reconcile'
type Process = {
  ask(asked: Asked): Promise<Told>
  run(job: Job): Promise<Told>
  stop(): Promise<number | null>
  kill(): Promise<void>
}

export type Crowd = {
  processes: Process[]
  /** Sends so many requests at once, spread over the processes. */
  atOnce(count: number, ask: (nth: number) => Asked): Promise<Told[]>
  /** Has every process do a job at once. */
  everywhere(job: Job): Promise<Told[]>
  /** Ends a process with `kill -9`, in the middle of whatever it does, and starts another one in its place. */
  replace(nth: number): Promise<void>
  stop(): Promise<void>
}

/** Shop processes on this shop's database, each with a pool of sixteen connections. */
export async function startCrowd(
  shop: Pick<TestShop, 'databaseUrl'>,
  { size = 4, environment = {} }: { size?: number; environment?: Record<string, string> } = {},
): Promise<Crowd> {
  const processes = await Promise.all(Array.from({ length: size }, () => startProcess(shop.databaseUrl, environment)))
  const at = (nth: number): Process => {
    const process = processes[nth % size]
    if (!process) throw new Error('no process is there')
    return process
  }
  return {
    processes,
    atOnce: (count, ask) => Promise.all(Array.from({ length: count }, (_, nth) => at(nth).ask(ask(nth)))),
    everywhere: job => Promise.all(processes.map(process => process.run(job))),
    async replace(nth) {
      await at(nth).kill()
      processes[nth % size] = await startProcess(shop.databaseUrl, environment)
    },
    async stop() {
      const statuses = await Promise.all(processes.map(process => process.stop()))
      expect(statuses).toEqual(processes.map(() => 0))
    },
  }
}

async function startProcess(databaseUrl: string, environment: Record<string, string>): Promise<Process> {
  const program = join(import.meta.dirname, 'buyer.ts')
  const given = JSON.stringify({ ...secrets, environment })
  const child = spawn(process.execPath, [program, databaseUrl, given], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const waiting = new Map<number, (told: Told) => void>()
  const lines = createInterface({ input: child.stdout })
  const [first] = await Promise.race([once(lines, 'line'), ended])
  expect(first).toBe('ready')
  lines.on('line', line => {
    const { id, told } = JSON.parse(line) as { id: number; told: Told }
    waiting.get(id)?.(told)
    waiting.delete(id)
  })
  let last = 0
  const send = (what: object) => {
    const id = ++last
    const told = new Promise<Told>(resolve => waiting.set(id, resolve))
    child.stdin.write(`${JSON.stringify({ id, ...what })}\n`)
    const gone = ended.then((): never => {
      throw new Error('the buyer’s process ended')
    })
    return Promise.race([told, gone])
  }
  return {
    ask: asked => send({ asked }),
    run: job => send({ job }),
    async stop() {
      child.stdin.end()
      await ended
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export type Member = { accountId: string; email: string; token: string; headers: Record<string, string> }

/** Many people who are logged in: a login of each by its password would take longer than all the rest. */
export async function createMembers(shop: TestShop, count: number, role: Role = 'customer'): Promise<Member[]> {
  const members = Array.from({ length: count }, () => {
    const [accountId, sessionId] = [newId(), newId()]
    const { token } = shop.tokens.sign({ accountId, sessionId }, shop.system.now())
    return { accountId, sessionId, email: `${accountId}@example.com`, token, headers: bearer(token) }
  })
  const columns = [members.map(member => member.accountId), members.map(member => member.sessionId)]
  await sql`
    with person as (select * from unnest(${columns[0]}::uuid[], ${columns[1]}::uuid[]) as person (id, session)), made as (
      insert into account (id, issuer, subject, email, email_verified, display_name, role)
      select id, 'test', id::text, id || '@example.com', true, 'Test Person', ${role} from person
    )
    insert into account_session (id, account_id, identity_session, last_seen_at)
    select session, id, session::text, now() from person`.execute(shop.db)
  return members
}

/** How often each answer came, by its status and its refusal: `{ '200': 1, '409 not-enough-stock': 63 }`. */
export function counted(answers: Told[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : `${status} ${body.code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
