import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the basket and of the checkout, but what the shop says of single lines (problems.texts.ts). */
export const basketTexts = texts('ordering.basket', {
  basket: 'Basket',
  quantity: 'Quantity',
  quantityOf: (name: string) => sentence`Quantity of ${name}`,

  lead: 'Prices and stock are today’s. Nothing is held for you until you place the order.',
  failed: 'Your basket could not be loaded',
  empty: 'Your basket is empty',
  emptyNext: 'Find a part by number, name or vehicle, and add it.',
  emptySignedOut: 'If you filled a basket on another device, log in to see it here.',
  findTools: 'Find tools and parts',
  quickOrder: 'Enter part numbers',
  logIn: 'Log in',
  lines: 'What is in your basket',
  tool: 'Tool',
  unitPrice: 'Unit price',
  amount: 'Amount',
  actions: 'Actions',
  addFor: 'Add vehicle or job',
  isFor: (purpose: string) => sentence`For ${purpose}`,
  vehicle: 'For vehicle',
  noVehicle: 'No vehicle',
  reference: 'Job reference',
  remove: 'Remove',
  removeNamed: (name: string) => sentence`Remove ${name} from the basket`,
  takeQuantity: (quantity: string) => `Use ${quantity}`,
  takeQuantityOf: (quantity: string, name: string) => sentence`Use ${quantity} of ${name}`,
  notPriced: '–',
  conditions: 'Fits if all of this applies to your vehicle:',
  tickConditions: 'I have checked that all of this applies to my vehicle.',
  tickAnyway: 'I understand, and want to order it anyway.',
  quantityNeeded: 'Enter a whole number, or remove the line.',
  quantityUnsaved: (quantity: string, why: string) => `${quantity} was not saved. ${why}`,

  correctFirst: 'Correct the marked line first.',
  removed: (name: string) => sentence`${name} is out of the basket.`,
  emptied: (lines: string) => `${lines} lines are out of the basket.`,
  undo: 'Undo',
  emptyBasket: 'Empty the basket',
  emptyQuestion: (lines: string, count: number) =>
    count === 1 ? 'Take the one line out of the basket?' : `Take all ${lines} lines out of the basket?`,
  emptyEffect: 'You can undo this as long as you stay on this page.',

  changedTitle: 'Something has changed since you last looked',
  accept: 'Accept these changes',
  acceptFirst: 'Accept the changes above first.',
  problemsFirst: (lines: number) =>
    lines === 1
      ? 'One line cannot be ordered as it is. Change it above.'
      : `${lines} lines cannot be ordered as they are. Change them above.`,

  problemsInBasket: (lines: number) =>
    lines === 1
      ? 'One line of your basket cannot be ordered as it is. Change it there first.'
      : `${lines} lines of your basket cannot be ordered as they are. Change them there first.`,

  sumTitle: 'Order total',
  pricesUntold: {
    visitor: 'Sign in to see the total.',
    unconfirmed:
      'Prices are for customers who have confirmed their email address. Open the link in the email that we sent you, or contact us.',
    refused: 'This account is shown no prices at present, and cannot order. Contact us about it.',
  },
  goodsOf: (lines: string, count: number) => `${lines} ${count === 1 ? 'line' : 'lines'}`,
  dependsOnAddress: 'Tax and delivery for your address are shown at checkout.',
  toCheckout: 'Go to checkout',
  toCheckoutSignedOut: 'You will be asked to log in first. Your basket is kept.',
  goOn: 'Continue shopping',

  checkout: 'Checkout',
  checkoutFailed: 'The checkout could not be loaded',
  changeBasket: 'Change the basket',
  delivery: 'Where should it go?',
  addresses: 'Delivery address',
  anotherAddress: 'Another address',
  defaultAddress: 'Default',
  keepAddress: 'Keep this address in my address book',
  papers: 'Your references',
  poReference: 'Purchase-order reference',
  vatNumber: 'VAT number',
  notes: 'Notes to the shop',
  notesHint: 'For example, when your gate is open.',
  review: 'Your order',
  itemOf: (quantity: string, name: string) => sentence`${quantity} × ${name}`,
  placeOrder: 'Place Order',
  placed: (number: string) => `Order ${number} placed`,
  held: (hours: number) => `Your units are held for ${hours} hours; nothing is charged before you pay.`,
  toMyOrders: 'See My Orders',

  addressBook: 'Address book',
  addressBookLead: 'Where your orders can be delivered. The default is selected first at checkout.',
  addressesFailed: 'Your addresses could not be loaded',
  noAddresses: 'No addresses yet',
  noAddressesNext: 'Add one here, or at your next checkout.',
  addAddress: 'Add an address',
  editAddress: 'Edit address',
  edit: 'Edit',
  editNamed: (address: string) => sentence`Edit ${address}`,
  makeDefault: 'Make default',
  makeDefaultNamed: (address: string) => sentence`Make ${address} the default`,
  removeAddressNamed: (address: string) => sentence`Remove ${address}`,
  removeQuestion: (address: string) => sentence`Are you sure you want to remove ${address} ?`,
  removeEffect: 'Past orders keep it.',
  save: 'Save',
  saved: 'Address saved',
  addressRemoved: 'Address removed',
})
