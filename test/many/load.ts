import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** What somebody asks for, and what the answer has to be. */
export type Question = { method: string; path: string; headers?: Record<string, string>; body?: unknown }

export type Load = {
  /** How many were answered as they should so far. */
  answered(): number
  /** Ids of orders that were acknowledged, by their idempotency keys. */
  orders: Map<string, string>
  /** How long the slowest answer took, in milliseconds. */
  slowestMs(): number
  /** What else came, or did not. */
  failures: string[]
  /** Asks no more, and waits for what is open. Returns how many were asked a second. */
  stop(): Promise<number>
}

/** A machine that is slower than that is asked as fast as it answers so many at once. */
const mostOpen = 100

/** Asks by `next`, so many times a second, until it is told to stop; one try each. */
export function startLoad(address: string, next: (count: number) => Question, perSecond: number): Load {
  // Shorter than the time for which a proxy keeps an idle connection: it then never ends under a request.
  const agent = new Agent({ keepAlive: true, timeout: 5000 })
  const open = new Set<Promise<void>>()
  const orders = new Map<string, string>()
  const failures: string[] = []
  const began = Date.now()
  let asked = 0
  let answered = 0
  let slowestMs = 0

  const ask = async (question: Question) => {
    const key = question.method === 'POST' ? randomUUID() : undefined
    const given = { ...question.headers, ...(key && { 'idempotency-key': key }) }
    const sent = Date.now()
    const answer = await send(agent, address, { ...question, headers: given }).catch((error: Error) => error)
    slowestMs = Math.max(slowestMs, Date.now() - sent)
    const told =
      answer instanceof Error
        ? answer.message
        : answer.status === 200
          ? undefined
          : `${answer.status} ${answer.body.slice(0, 200)}`
    if (told !== undefined) failures.push(`${question.method} ${question.path}: ${told}`)
    else answered += 1
    if (key && !(answer instanceof Error) && answer.status === 200) orders.set(key, JSON.parse(answer.body).insertedId)
  }
  const timer = setInterval(() => {
    const due = Math.floor(((Date.now() - began) / 1000) * perSecond)
    // What could not be asked in time is left out, not caught up with.
    for (let count = Math.min(due - asked, 10); count > 0 && open.size < mostOpen; count -= 1) {
      asked += 1
      const asking = ask(next(asked)).finally(() => open.delete(asking))
      open.add(asking)
    }
  }, 10)

  return {
    answered: () => answered,
    slowestMs: () => slowestMs,
    orders,
    failures,
    async stop() {
      clearInterval(timer)
      const seconds = (Date.now() - began) / 1000
      await Promise.all(open)
      agent.destroy()
      return asked / seconds
    },
  }
}

/** The addresses of these tools' pages, with their names in them. */
export const pagesOf = (address: string, tools: readonly string[]): Promise<string[]> =>
  Promise.all(tools.map(async tool => new URL((await fetch(`${address}/shop/${tool}`)).url).pathname))

function send(agent: Agent, address: string, { method, path, headers, body }: Question) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const json = text === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(`${address}${path}`, { method, agent, headers: { ...headers, ...json } }, answer => {
      let read = ''
      answer.setEncoding('utf8').on('data', (part: string) => (read += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: read }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(text)
  })
}
