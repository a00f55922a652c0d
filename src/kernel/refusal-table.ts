import { type Entry, accountRefusals } from './refusal-table.accounts.ts'
import { importRefusals } from './refusal-table.imports.ts'

export type { Details, Entry } from './refusal-table.accounts.ts'

/**
 * The only place that knows a refusal's status and sentence, with its part about accounts. Codes are stable: clients
 * switch on them.
 */
export const refusalTable = {
  'invalid-input': { status: 400, title: 'Invalid input', message: 'Please check the marked fields.' },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    message: 'The request could not be read. Check its address, its headers and its body, and send it again.',
  },
  'unknown-id': { status: 400, title: 'Malformed id', message: 'That is not the id of anything in this shop.' },
  'body-too-large': { status: 413, title: 'Too large', message: 'That is more than this call takes.' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type', message: 'Send the body as JSON.' },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    message: 'Too many requests. Wait a minute and try again.',
  },
  'too-many-tries': {
    status: 429,
    title: 'Too many tries',
    message: ({ minutes }) =>
      `Too many attempts. Wait ${Number(minutes) === 1 ? 'a minute' : `${Number(minutes)} minutes`} and try again.`,
  },
  'no-such-call': {
    status: 404,
    title: 'No such call',
    message: 'No call has this address and method. Check both.',
  },
  'not-ready': {
    status: 503,
    title: 'Not ready',
    message: 'The shop or its database is starting or stopping. Try again in a few seconds.',
  },
  'storage-full': {
    status: 503,
    title: 'No room left',
    message: 'The shop has no room left to save anything, so nothing was changed. Try again in a few minutes.',
  },

  ...accountRefusals,

  'not-bought': {
    status: 409,
    title: 'Not bought',
    message: 'You can only review tools that you have bought and paid for. Choose one of them, or review the shop.',
  },
  'review-gone': { status: 404, title: 'No such review', message: 'This review no longer exists.' },
  'review-changed': {
    status: 409,
    title: 'Other words by now',
    message: 'The customer has changed the review in the meantime. Read it, then decide.',
  },

  ...importRefusals,

  'page-gone': {
    status: 404,
    title: 'No such page',
    message: 'There is no such page. The footer lists those that exist.',
  },
  'tool-gone': { status: 404, title: 'No longer sold', message: 'This tool is no longer sold.' },
  'vehicle-unknown': {
    status: 404,
    title: 'No such vehicle',
    message: 'This vehicle is not in the list. Choose it by year, make and model.',
  },
  'vin-malformed': {
    status: 400,
    title: 'Not a VIN',
    message: ({ reason }) => String(reason ?? 'A VIN has 17 letters and digits. Compare it with the vehicle’s papers.'),
  },
  'fit-not-acknowledged': {
    status: 409,
    title: 'Fit not acknowledged',
    message: 'Please read the notes about your vehicle, tick the box, and place the order again.',
  },
  'too-many-vehicles': {
    status: 409,
    title: 'Too many vehicles',
    message: ({ most }) => `An account keeps at most ${Number(most)} vehicles. Remove one first.`,
  },
  'order-gone': { status: 404, title: 'No such order', message: 'You have no such order.' },
  'not-paid': { status: 404, title: 'Not paid', message: 'This order has not been paid.' },

  'changed-meanwhile': {
    status: 409,
    title: 'Changed meanwhile',
    message: 'Someone else has changed this since you opened it. Load the latest version and check your changes.',
  },
  'stock-held': {
    status: 409,
    title: 'Held by orders',
    message: ({ available }) =>
      available === 0
        ? 'Orders hold every unit of this tool, so none can be taken out.'
        : `Orders hold the other units. Take out ${available} at most.`,
  },

  'upload-expected': {
    status: 415,
    title: 'Upload expected',
    message: ({ field }) => `Send one file as multipart/form-data, in the field ${field}.`,
  },
  'file-too-large': {
    status: 413,
    title: 'File too large',
    message: ({ megabytes }) => `This file is larger than ${megabytes} MB. Choose a smaller one.`,
  },
  'not-a-picture': {
    status: 415,
    title: 'Not a picture',
    message: 'This file is not a JPEG, PNG, WebP or AVIF picture. Choose one of these.',
  },
  'picture-damaged': {
    status: 422,
    title: 'Picture damaged',
    message: 'This picture is damaged or incomplete. Save it again, or choose another one.',
  },
  'picture-too-large': {
    status: 422,
    title: 'Picture too large',
    message: ({ megapixels }) => `This picture has more than ${megapixels} megapixels. Make it smaller first.`,
  },
  'too-many-pictures': {
    status: 429,
    title: 'Too many pictures',
    message: ({ limit }) => `You have uploaded ${limit} pictures today. Upload the next one tomorrow.`,
  },
  'uploads-busy': {
    status: 503,
    title: 'Busy with other uploads',
    message: 'Many files are being uploaded at the moment. Try again in a minute.',
  },
  'own-uploads-busy': {
    status: 429,
    title: 'Your other uploads first',
    message: 'Your other files are still being worked on. Wait until they are done, and send this one again.',
  },
  'image-host-unreachable': {
    status: 503,
    title: 'Image host out of reach',
    message: 'The picture could not be stored just now. Try again in a minute.',
  },

  'below-minimum': {
    status: 409,
    title: 'Below the minimum',
    message: ({ minimum }) => `The minimum order quantity is ${minimum}. Order ${minimum} or more.`,
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
      `You have placed ${limit} orders within an hour. Place the next one in ${Number(minutes) === 1 ? 'a minute' : `${Number(minutes)} minutes`}.`,
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'Idempotency key reused',
    message: 'This Idempotency-Key came with another body before. Send a new key with another body.',
  },

  'order-paid': {
    status: 409,
    title: 'Already paid',
    message: 'This order has been paid, so it can no longer be deleted.',
  },
  'order-unpaid': {
    status: 409,
    title: 'Not paid',
    message: 'This order is not paid, so it can neither be shipped nor refunded.',
  },
  'order-refunded': {
    status: 409,
    title: 'Refunded',
    message: 'This order has been refunded, or a refund is on its way, so do not ship it.',
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
        ? `Every unit of ${item} has come back already. Take it off this refund.`
        : `Only ${left} of ${item} can still come back. Lower the number.`,
  },
  'order-not-open': { status: 409, title: 'Not open', message: 'This order is no longer waiting for payment.' },
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
  'price-changed': {
    status: 409,
    title: 'Another amount',
    message: ({ price }) => `The amount due is ${price}. Reload the page and pay that.`,
  },
  'too-many-declines': {
    status: 409,
    title: 'Payment blocked for a while',
    message: ({ minutes }) =>
      `Too many cards were declined. Payment opens again in ${Number(minutes) === 1 ? 'a minute' : `${Number(minutes)} minutes`}.`,
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
} satisfies Record<string, Entry>
