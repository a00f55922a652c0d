import { withVehicle } from './shop-address.ts'

type PurchaseOptions = { vehicle?: number | undefined; quantity?: number | undefined }

/** The way to the order of a tool: with the vehicle that it is for, and as many as that takes where it is known. */
export function purchasePath(toolId: string, { vehicle, quantity }: PurchaseOptions = {}): string {
  const path = withVehicle(`/purchase/${toolId}`, vehicle)
  return quantity === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}quantity=${quantity}`
}
