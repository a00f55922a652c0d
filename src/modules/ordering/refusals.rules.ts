import { type RefusalTable, refusing } from '#kernel/refusals'
import { accountsRefusals } from '#rules/accounts'
import { catalogueRefusals } from '#rules/catalogue'
import { finderRefusals } from '#rules/finder'
import { basketProblems } from './basket/problems.texts.ts'
import { unfitSentence } from './delivery/delivery.rules.ts'
import { quantityTexts } from './orders/quantity.texts.ts'
import { texts } from '#kernel/texts'

/** The module's own refusals: statuses and sentences. Codes are stable, because clients switch on them. */
export const orderingRefusals = texts('ordering.refusals', {
  'fit-not-acknowledged': {
    status: 409,
    title: 'Fit not acknowledged',
    message: 'Please read the notes about your vehicle, tick the box, and place the order again.',
  },
  'basket-empty': {
    status: 409,
    title: 'Empty basket',
    message: 'Your basket is empty. Add something first.',
  },
  'basket-not-orderable': {
    status: 409,
    title: 'Some lines cannot be ordered',
    message: ({ lines }) =>
      lines === 1
        ? 'One line of your basket cannot be ordered as it is. Change it, then order again.'
        : `Your basket has ${lines} lines that cannot be ordered as they are. Change them, then order again.`,
  },
  'delivery-method-unfit': {
    status: 409,
    title: 'Another delivery method is needed',
    message: unfitSentence,
  },
  'company-changed': {
    status: 409,
    title: 'Another company',
    message:
      'You no longer buy for the company that this page shows, so nothing was ordered. Reload the page: prices may have changed.',
  },
  'basket-changed': {
    status: 409,
    title: 'The basket has changed',
    message: 'Your basket has changed in another window or on another device. Look at it again, then order.',
  },
  'changes-not-accepted': {
    status: 409,
    title: 'Changed since you looked',
    message:
      'Prices, stock or fit have changed since you last looked. Read what has changed, accept it, and order again.',
  },
  'basket-full': {
    status: 409,
    title: 'Basket full',
    message: details => basketProblems.full(details),
  },
  'basket-line-gone': {
    status: 404,
    title: 'No such line',
    message: 'This line is no longer in your basket. Reload the page.',
  },
  'too-many-units': {
    status: 409,
    title: 'Too many units',
    message: () => basketProblems.tooManyUnits,
  },
  'list-gone': { status: 404, title: 'No such list', message: 'This list no longer exists.' },
  'list-line-gone': {
    status: 404,
    title: 'No such line',
    message: 'This line is no longer in your list. Reload the page.',
  },
  'list-full': {
    status: 409,
    title: 'List full',
    message: ({ most }) => `A list has at most ${most} lines. Take something out, or make another list.`,
  },
  'list-empty': {
    status: 409,
    title: 'Nothing to save',
    message: 'There is nothing to save: your basket is empty. Add something first.',
  },
  'list-name-taken': {
    status: 409,
    title: 'Name taken',
    message: 'You already have a list with this name. Choose another name.',
  },
  'too-many-lists': {
    status: 409,
    title: 'Too many lists',
    message: ({ most }) => `You have ${most} lists already. Remove one of them first.`,
  },
  'too-many-addresses': {
    status: 409,
    title: 'Too many addresses',
    message: ({ most }) => `You have ${most} addresses already. Remove one of them first.`,
  },
  'address-gone': {
    status: 404,
    title: 'No such address',
    message: 'This address is no longer in your address book. Choose another one.',
  },
  'order-gone': { status: 404, title: 'No such order', message: 'You have no such order.' },
  'not-paid': { status: 404, title: 'Not paid by card', message: 'No card has paid this order.' },
  'prices-hidden': {
    status: 409,
    title: 'Prices not shown',
    message:
      'Prices and orders are for customers who have confirmed their email address. Open the link that we have mailed you, then order.',
  },
  'below-minimum': {
    status: 409,
    title: 'Below the minimum',
    message: ({ minimum }) => `The minimum order quantity is ${minimum}. Order ${minimum} or more.`,
  },
  'not-a-multiple': {
    status: 409,
    title: 'Between two multiples',
    message: details => quantityTexts.betweenMultiples(details),
  },
  'not-enough-stock': {
    status: 409,
    title: 'Not enough stock',
    message: ({ available }) =>
      available === 0 ? 'This tool has just sold out.' : `Only ${available} left. Lower the quantity and order again.`,
  },
  'too-many-open-orders': {
    status: 409,
    title: 'Too many unpaid orders',
    message: ({ limit, confirmed }) => {
      if (confirmed === false)
        return 'You have an unpaid order already. Pay or delete it first, or confirm your email address to hold more.'
      if (limit === 1) return 'You have an unpaid order already. Pay or delete it first.'
      return `You have ${limit} unpaid orders already. Pay or delete one of them first.`
    },
  },
  'held-too-recently': {
    status: 409,
    title: 'Held too recently',
    message:
      'Your last hold on this tool has just ended, or is about to. Pay the order that you have, or order again in an hour.',
  },
  'confirm-to-order-more': {
    status: 409,
    title: 'Address not confirmed',
    message: ({ most }) =>
      most === 0
        ? 'Confirm your email address to order this tool: too much of it is held by customers who have not.'
        : `Until you confirm your email address, you can order at most ${most} of this tool. Confirm it, or lower the quantity.`,
  },
  'too-many-orders': {
    status: 429,
    title: 'Too many orders',
    message: ({ limit, minutes }) =>
      `You have placed ${limit} orders within an hour. Place the next one in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  },
  'order-paid': {
    status: 409,
    title: 'Already paid',
    message: 'This order has been paid, so it can no longer be deleted.',
  },
  'order-unpaid': {
    status: 409,
    title: 'Not paid',
    message: ({ onAccount }) =>
      onAccount === true
        ? 'This order is on account: no card has paid for it, so no money can go back to one.'
        : 'This order is not paid, so it can neither be shipped nor refunded.',
  },
  'order-refunded': {
    status: 409,
    title: 'Refunded',
    message: 'This order has been refunded, or a refund is on its way, so do not ship it.',
  },
  'order-disputed': {
    status: 409,
    title: 'Disputed',
    message:
      'The customer’s bank has taken the money of this order back. If you still want to ship it, do so on the order’s page.',
  },
  'order-not-shipped': {
    status: 409,
    title: 'Not shipped',
    message: 'This order has not been shipped yet. Mark it as shipped first.',
  },
  'order-delivered': {
    status: 409,
    title: 'Delivered',
    message: 'This order has been delivered, so its shipment stays as it is.',
  },
  'filter-gone': { status: 404, title: 'No such filter', message: 'You have no such filter. Reload the page.' },
  'too-many-filters': {
    status: 409,
    title: 'Too many filters',
    message: ({ most }) => `You have ${most} saved filters already. Remove one of them first.`,
  },
  'order-changed': {
    status: 409,
    title: 'Changed meanwhile',
    message: 'This order has changed meanwhile, so nothing was cancelled. Check it, then choose again.',
  },
  'too-many-shipped': {
    status: 409,
    title: 'More than is left',
    message: ({ item, left }) =>
      left === 0
        ? `Every unit of ${item} has already been shipped or will not be. Remove it from this parcel.`
        : `Only ${left} of ${item} can still be shipped. Lower the number.`,
  },
  'parcel-gone': { status: 404, title: 'No such parcel', message: 'This order has no such parcel. Reload the page.' },
  'order-unknown': {
    status: 404,
    title: 'No such order',
    message: 'No order of this shop has this number. Check it.',
  },
  'shipped-otherwise': {
    status: 409,
    title: 'Shipped already',
    message: ({ by }) => `This order was shipped by ${by}. If that is wrong, correct it on the order’s page.`,
  },
  'refund-too-much': {
    status: 409,
    title: 'More than is left',
    message: ({ left, none }) =>
      none
        ? 'There is nothing left to refund on this order.'
        : `Only ${left} of this order is left to refund. Lower the amount.`,
  },
  'refund-gone': { status: 404, title: 'No such refund', message: 'This order has no such refund. Reload the page.' },
  'payment-disputed': {
    status: 409,
    title: 'Disputed',
    message: ({ lost }) =>
      lost
        ? 'The customer’s bank has taken this money back after a dispute, so there is nothing to refund.'
        : 'The customer’s bank has taken this money back while it looks into a dispute. Wait until the dispute is closed.',
  },
  'too-many-returned': {
    status: 409,
    title: 'More than was sent',
    message: ({ item, left }) =>
      left === 0
        ? `Every unit of ${item} has already come back. Remove it from this refund.`
        : `Only ${left} of ${item} can still come back. Lower the number.`,
  },
  'order-not-open': {
    status: 409,
    title: 'Not open',
    message: 'This order is no longer open: it has been released or closed.',
  },
  'payment-processing': {
    status: 409,
    title: 'Payment in progress',
    message: 'A payment for this order is being processed. Wait until it has finished.',
  },
  'order-needed': {
    status: 409,
    title: 'Which order?',
    message: 'Say which order to pay: none, or more than one, of your unpaid orders has this total.',
  },
  'terms-changed': {
    status: 409,
    title: 'Another total',
    message: 'Prices or terms have changed since this page was opened. Look at the new total, then order again.',
  },
  'price-changed': {
    status: 409,
    title: 'Another amount',
    message: ({ price }) => `The amount due is ${price}. Reload the page and pay that.`,
  },
  'too-many-declines': {
    status: 409,
    title: 'Payment blocked for a while',
    message: ({ minutes }) =>
      `Too many cards were declined. Payment opens again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  },
  'payment-not-confirmed': {
    status: 409,
    title: 'Payment not confirmed',
    message: 'The payment provider has not confirmed this payment for this order.',
  },
  'payment-not-possible': {
    status: 409,
    title: 'Payment not possible',
    message: ({ number }) =>
      `The payment provider rejected the payment for order ${number}. Nothing was charged. Contact us and mention the order number.`,
  },
  'payment-provider-unreachable': {
    status: 503,
    title: 'Payment provider out of reach',
    message: 'The payment provider is not responding, so nothing was changed. Try again in a minute.',
  },
  'signature-invalid': { status: 400, title: 'Signature invalid', message: 'The signature does not match this event.' },
} satisfies RefusalTable)

/** Makes a refusal to throw: of this module's, of those before it whose verbs it uses, or of any call's. */
export const refuse = refusing(accountsRefusals, catalogueRefusals, finderRefusals, orderingRefusals)
