import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ControlledShop, type Job, launchShop } from '../shop/controlled.ts'
import type { TestShop } from '../harness.ts'

/** A request to the shop; a body that is a text goes as it is. */
export type Asked = { method: string; path: string; body?: object | string; headers?: Record<string, string> }

// oxlint-disable-next-line typescript/no-explicit-any -- an answer is whatever the server sent: tests assert its shape
export type Told = { status: number; body: any }

export type Crowd = {
  ask(nth: number, asked: Asked): Promise<Told>
  /** Sends so many requests at once, spread over the processes. */
  atOnce(count: number, ask: (nth: number) => Asked): Promise<Told[]>
  /** Has every process do a job at once. */
  everywhere(job: Job): Promise<number[]>
  /** Ends a process with `kill -9`, in the middle of whatever it does, and starts another one in its place. */
  replace(nth: number): Promise<void>
  stop(): Promise<void>
}

/** Shop processes on this shop's database, each with a pool of sixteen connections. */
export async function startCrowd(
  shop: Pick<TestShop, 'databaseUrl'>,
  { size = 4, environment = {} }: { size?: number; environment?: Record<string, string> } = {},
): Promise<Crowd> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-crowd-'))
  const start = async (): Promise<Member> => {
    const process = launchShop()
    return { process, address: await process.open({ databaseUrl: shop.databaseUrl, dataDir, environment }) }
  }
  const members = await Promise.all(Array.from({ length: size }, start))
  const at = (nth: number): Member => {
    const member = members[nth % size]
    if (!member) throw new Error('no process is there')
    return member
  }
  const ask = async (nth: number, { method, path, body, headers }: Asked): Promise<Told> => {
    const answer = await fetch(`${at(nth).address}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  return {
    ask,
    atOnce: (count, asked) => Promise.all(Array.from({ length: count }, (_, nth) => ask(nth, asked(nth)))),
    everywhere: job => Promise.all(members.map(({ process }) => process.run(job))),
    async replace(nth) {
      await at(nth).process.kill()
      members[nth % size] = await start()
    },
    async stop() {
      const statuses = await Promise.all(members.map(({ process }) => process.stop()))
      await rm(dataDir, { recursive: true, force: true })
      expect(statuses).toEqual(members.map(() => 0))
    },
  }
}

type Member = { process: ControlledShop; address: string }

/** How often each answer came, by its status and its refusal: `{ '200': 1, '409 not-enough-stock': 63 }`. */
export function counted(answers: Told[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : `${status} ${body.code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
