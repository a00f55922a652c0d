import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'
import type { DocumentKind, SalesUnit, SoldBy } from './catalogue.rules.ts'

export { toolFormProblems, toolProblems } from './problems.texts.ts'

const unitNames: Record<SalesUnit, (boxQuantity: number | null) => string> = {
  each: () => 'unit',
  pair: () => 'pair',
  set: () => 'set',
  box: boxQuantity => `box of ${boxQuantity}`,
}

const documentKinds: Record<DocumentKind, string> = {
  'data-sheet': 'Data sheet',
  'safety-data-sheet': 'Safety data sheet',
  instructions: 'Instructions',
  other: 'Document',
}

/** Every sentence of the catalogue's screens and parts. */
export const catalogueTexts = texts('catalogue.catalogue', {
  home: 'Home',
  shop: 'Shop',

  shopDescription: 'Vehicle parts and tools with stock, minimum order quantity and price per unit.',
  tags: { new: 'NEW', popular: 'Popular', 'best-seller': 'Best Seller' },
  purchase: 'Purchase',
  purchaseNamed: (name: string) => sentence`Purchase ${name}`,
  addToBasket: 'Add to basket',
  addToBasketNamed: (name: string, units?: string) => sentence`Add to basket: ${units ? `${units} × ` : ''}${name}`,
  addUnitsToBasket: (units?: string) => (units ? `Add to basket: ${units}` : 'Add to basket'),
  quantity: 'Quantity',
  perUnit: ({ unit, boxQuantity }: SoldBy) => `/ ${unitNames[unit](boxQuantity)}`,
  soldBy: 'Sold by',
  inUnits: (name: string, { unit, boxQuantity }: SoldBy) =>
    unit === 'each' ? name : sentence`${name}, ${unitNames[unit](boxQuantity)}`,
  unitName: ({ unit, boxQuantity }: SoldBy) => unitNames[unit](boxQuantity),
  partNumber: 'Part number',
  brand: 'Brand',
  category: 'Category',
  available: 'Available Quantity',
  minimum: 'Minimum Order Quantity',
  multiple: 'Multiples of',
  weight: 'Weight',
  weightOfUnit: (weight: string, unit: string) => `${weight} / ${unit}`,
  soldOut: 'Sold out',
  belowMinimum: 'Too few left',
  inStock: 'In stock',
  minimumShort: 'Min.',
  unitsInStock: (available: string) => `${available} in stock`,
  ratings: (count: number, inWords: string) => (count === 1 ? '1 rating' : `${inWords} ratings`),
  toolId: 'ID in this shop',
  documents: 'Documents',
  documentKinds,
  documentName: ({ kind, name }: { kind: DocumentKind; name: string }) =>
    name ? sentence`${documentKinds[kind]}: ${name}` : documentKinds[kind],
  yes: 'Yes',
  no: 'No',
  pictureOf: (name: string) => sentence`Line drawing: ${name}`,
})
