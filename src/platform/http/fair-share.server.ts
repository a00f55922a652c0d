import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '#kernel/refusals'
import { networkOf } from './rate-limits.server.ts'

export type FairShare = {
  /** Requests of one network that are worked on at once; the next ones wait, first come, first served. */
  atOnce: number
  /** Requests of one network that wait; more are refused. */
  waiting: number
  /** After this a request no longer counts: it waits for somebody else, such as a payment provider or a slow sender. */
  countedMs: number
}

/** A browser's page and its data at once; an office behind one address does not notice, because most answers take milliseconds. */
export const usualShare: FairShare = { atOnce: 2, waiting: 200, countedMs: 1000 }

type Line = { running: number; waiting: (() => void)[] }

/**
 * Lets no network, however fast it sends, have more than its share of the process's time: what it sends beyond waits in a
 * line of its own, before its body is read, while others are answered. Refuses: too-many-requests.
 */
export function shareFairly(http: FastifyInstance, { atOnce, waiting, countedMs }: FairShare = usualShare): void {
  const lines = new Map<string, Line>()

  /** Gives a place to the next one in line, after what others have sent meanwhile has been read. */
  function pass(network: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) return void setImmediate(next)
    line.running -= 1
    if (line.running === 0) lines.delete(network)
  }

  http.addHook('onRequest', (request, reply, done) => {
    const network = networkOf(request.ip)
    const line = lines.get(network) ?? { running: 0, waiting: [] }
    lines.set(network, line)
    const begin = () => {
      if (reply.raw.destroyed) return pass(network, line)
      onceOver(reply, countedMs, () => pass(network, line))
      done()
    }
    if (line.running < atOnce) {
      line.running += 1
      return begin()
    }
    if (line.waiting.length >= waiting) return done(refuse('too-many-requests', { seconds: 1 }))
    line.waiting.push(begin)
  })
}

/** Calls once, when the answer has gone out or its connection is closed, at the latest after `mostMs`. */
function onceOver({ raw }: FastifyReply, mostMs: number, call: () => void): void {
  const end = () => {
    clearTimeout(timer)
    raw.off('close', end)
    call()
  }
  const timer = setTimeout(end, mostMs)
  raw.once('close', end)
}
