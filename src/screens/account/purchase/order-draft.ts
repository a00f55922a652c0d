/** What of an order form is kept and filled in again: nobody types an address for every part. A reference belongs to one order. */
export const draftNames = ['phone', 'company', 'address', 'vatNumber'] as const
export type DraftName = (typeof draftNames)[number]

export const draftKeyOf = (email: string) => `order-draft:${email}`

type LastOrder = Record<DraftName, string | null> & { placedAt: string }

/** What the last order of the account said; the phone number is the profile's, which the customer keeps up to date. */
export function detailsFrom(orders: readonly LastOrder[], profile: { phone: string }) {
  const last = orders.toSorted((a, b) => (a.placedAt < b.placedAt ? 1 : -1))[0]
  const details = { ...last, ...(profile.phone && { phone: profile.phone }) }
  return draftNames.flatMap(name => (details[name] ? [{ name, value: details[name] }] : []))
}
