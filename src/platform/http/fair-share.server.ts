import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '#kernel/refusals'
import { networkOf } from './rate-limits.server.ts'

export type FairShare = {
  /** Requests of one network that are worked on at once, and answers to it in one turn of the event loop; the next ones wait. */
  atOnce: number
  /** Requests of one network that wait; more are refused. */
  waiting: number
  /** After this a request no longer counts: it waits for somebody else, such as a payment provider or a slow sender. */
  countedMs: number
  /** Who shares with nobody, by address. */
  isFree: (address: string) => boolean
}

/** A browser's page and its data at once; an office behind one address does not notice, because most answers take milliseconds. */
export const usualShare: FairShare = {
  atOnce: 2,
  waiting: 200,
  countedMs: 1000,
  isFree: () => false,
}

/** Lets a request go on once it is its turn, or has it refused. */
export type Share = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Refusal) => void) => void

/** What asks whether the process is well. It has a line of its own: it must be answered while customers wait. */
const isCheck = ({ routeOptions }: FastifyRequest) => routeOptions.config?.isCheck === true

/**
 * Lets no network, however fast it sends, have more than its share of the process's time: what it sends beyond waits in a
 * line of its own, before its body is read, while others are answered. The event loop hands over all that has come at once,
 * and most answers are made without waiting: so a place is free only in the loop's next turn, after what others have sent has
 * been read, and a refusal takes its turn as any answer. Refuses: too-many-requests.
 */
export function shareFairly({ atOnce, waiting, countedMs, isFree }: FairShare = usualShare): Share {
  const work = placesOf(atOnce)
  const checks = placesOf(atOnce)
  const refusals = placesOf(atOnce)

  return (request, reply, done) => {
    const isGone = () => reply.raw.destroyed || request.raw.socket.destroyed
    if (isFree(request.ip)) return done()
    const network = networkOf(request.ip)
    const places = isCheck(request) ? checks : work
    if (places.waiting(network) >= waiting) {
      return refusals.enter(network, leave => {
        if (!isGone()) done(refuse('too-many-requests', { seconds: 1 }))
        leave()
      })
    }
    places.enter(network, leave => {
      if (isGone()) return leave()
      onceOver(reply, countedMs, leave)
      done()
    })
  }
}

type Line = { taken: number; waiting: Begin[] }
/** Is called with what gives the place back. */
type Begin = (leave: () => void) => void

/** So many places for each network; who finds none waits in line, first come, first served. */
function placesOf(most: number) {
  const lines = new Map<string, Line>()

  function begin(network: string, line: Line, next: Begin): void {
    next(() => void setImmediate(pass, network, line))
  }

  /** In the next turn of the loop. */
  function pass(network: string, line: Line): void {
    const next = line.waiting.shift()
    if (next) return begin(network, line, next)
    line.taken -= 1
    if (line.taken === 0) lines.delete(network)
  }

  return {
    waiting: (network: string) => lines.get(network)?.waiting.length ?? 0,
    enter(network: string, next: Begin): void {
      const line = lines.get(network) ?? { taken: 0, waiting: [] }
      lines.set(network, line)
      if (line.taken >= most) return void line.waiting.push(next)
      line.taken += 1
      begin(network, line, next)
    },
  }
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
