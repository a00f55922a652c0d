import { call } from '#ui/calls/call.ts'
import { finderContract } from '../../finder.contract.ts'
import type { Fitment } from './tool-data.ts'

/** The calls of a tool's page; loaded when somebody wants more than it shows. */

/** The next lines of the fitment table. `next` is a query, as the page before gave it. */
export function readFitment(id: string, next: string | undefined): Promise<Fitment> {
  const query = Object.fromEntries(new URLSearchParams(next))
  return call(finderContract.listFitment, { params: { id }, query })
}
