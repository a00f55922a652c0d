export { type FitAnswer, fitAnswers, isFitAnswer, toAcknowledge } from './answers.rules.ts'
export { countInWords } from './lists.rules.ts'
export { finderRefusals } from './refusals.rules.ts'
export { foldPartNumber } from './numbers/fold.rules.ts'
export { gtinPadding, isGtin, numberForPeople, scannedNumber, shortUpcIn } from './numbers/gs1.rules.ts'

export const numberKinds = ['own', 'oem', 'interchange', 'gtin'] as const
export type NumberKind = (typeof numberKinds)[number]

/** What a vehicle is called: "2015 Honda Civic, 1.8 L, 4 cylinders, gasoline". */
export function vehicleName(vehicle: {
  year: number
  make: string
  model: string
  engine?: string | undefined
}): string {
  const { year, make, model, engine } = vehicle
  return engine ? `${year} ${make} ${model}, ${engine}` : `${year} ${make} ${model}`
}
