import { failpointsOf } from '#platform/failpoints'

/** Between any two of these the process may die. In the order in which a payment comes to them. */
export const paymentFailpoints = [
  'intent: asking',
  'intent: made',
  'intent: recorded',
  'intent: committed',
  'settle: fetched',
  'settle: intent marked',
  'settle: order paid',
  'settle: refund requested',
  'settle: committed',
  'event: decline counted',
  'event: settled',
  'event: aftermath noted',
  'event: recorded',
  'close: intent cancelled',
  'refund: reserved',
  'send back: asking',
  'send back: answered',
  'send back: ended',
  'send back: committed',
] as const

export const failpoint = failpointsOf(paymentFailpoints)
