import { failpointsOf } from '#platform/failpoints'

/** Between any two of these the process may die. In the order in which an order comes to them. */
export const orderFailpoints = [
  'place: tool read',
  'place: stock reserved',
  'close: order marked',
  'close: stock freed',
  'close: committed',
  'cancel: order changed',
  'cancel: committed',
  'ship: parcel written',
  'order mail: queued',
  'order mail: marked',
  'order mail: committed',
] as const

export const failpoint = failpointsOf(orderFailpoints)
