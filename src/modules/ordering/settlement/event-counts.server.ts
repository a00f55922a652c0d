import { Counter, type Registry } from 'prom-client'
import type { UnreadEvent } from '../payments/port.server.ts'
import type { Settlement } from './settle.server.ts'

/**
 * What became of an event that arrived:
 * - what the shop made of its intent (`Settlement`)
 * - `ignored`: about something that is no intent
 * - `replayed`: it came before, and led to nothing more this time
 * - `postponed`: the provider could not be asked about it, and sends it again
 * - `forged`, `stale`, `unreadable`: refused before anything was looked up or written
 */
export type EventOutcome = Settlement | 'ignored' | 'replayed' | 'postponed' | UnreadEvent

const outcomes: Record<EventOutcome, true> = {
  paid: true,
  'already-paid': true,
  refunded: true,
  canceled: true,
  pending: true,
  unknown: true,
  foreign: true,
  ignored: true,
  replayed: true,
  postponed: true,
  forged: true,
  stale: true,
  unreadable: true,
}

export type CountEvent = (outcome: EventOutcome) => void

/** Counts the provider's events for `/metrics`: each outcome from 0 on, so that its first one is seen as a rise. */
export function eventCounter(registry: Registry): CountEvent {
  const counter = new Counter({
    name: 'tappet_payment_events_total',
    help: 'Events of the payment provider, by what they led to.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of Object.keys(outcomes)) counter.inc({ outcome }, 0)
  return outcome => counter.inc({ outcome })
}
