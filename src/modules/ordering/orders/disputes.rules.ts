/** What a dispute's status, in the provider's words, means for the shop. */

const closedStatuses: readonly string[] = ['won', 'lost', 'warning_closed', 'prevented']

/** Nobody waits for anything any more. A bank may open it again; then its status is another. */
export function isDisputeClosed(status: string): boolean {
  return closedStatuses.includes(status)
}

/** Order status, for people: the shop has to answer, the bank looks into it, or how it ended. */
export const disputeStandings = ['to-answer', 'under-review', 'won', 'lost', 'closed'] as const
export type DisputeStanding = (typeof disputeStandings)[number]

export function standingOf(status: string): DisputeStanding {
  if (status === 'won' || status === 'lost') return status
  if (isDisputeClosed(status)) return 'closed'
  return status.endsWith('under_review') ? 'under-review' : 'to-answer'
}

/**
 * Whether a refund would give the money back twice: the bank has taken it, for now or for good. While the bank only asks,
 * the provider still takes a refund; a dispute that was won or dropped has brought the money back.
 */
export function keepsMoney(dispute: { status: string; isRefundable: boolean }): boolean {
  if (dispute.status === 'lost') return true
  return !isDisputeClosed(dispute.status) && !dispute.isRefundable
}
