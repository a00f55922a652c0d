export { isToPack, linesToPack, pickListOf } from './shipments/packing.rules.ts'
export { shipmentFile, type ShipmentOutcome } from './shipments/shipments.rules.ts'
export { staffEventKinds } from './orders/events.rules.ts'
export {
  allMoneyGoesBack,
  declineBlockMinutes,
  fulfilmentStates,
  mayShip,
  mostOrdered,
  orderAgainPath,
  paymentStates,
  printedAtOnce,
  problemOfQuantity,
  quantityFits,
} from './orders/orders.rules.ts'
export {
  brandOf,
  cvcLength,
  digitsOf,
  expiryProblem,
  formatExpiry,
  fullYear,
  groupDigits,
  hasValidCheckDigit,
  isNumberLongEnough,
  readExpiry,
  type CardBrand,
} from './payments/cards.rules.ts'
export { heardEvents } from './payments/payments.rules.ts'
export { isMiscountedAtStripe, problemAtStripe } from './payments/stripe-amounts.rules.ts'
export { padLimits } from './order-pad/order-pad.rules.ts'
export { addressText, countryInText, placeLines } from './addresses/addresses.rules.ts'
export { labelOf } from './addresses/by-country.rules.ts'
export { basketLimits } from './basket/basket.rules.ts'
export { isStillSold } from './basket/problems.rules.ts'

export { deliveryOf, methodInWords, problemOfNames } from './delivery/delivery.rules.ts'
