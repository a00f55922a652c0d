import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the mails about orders. */
export const ordersMailTexts = texts('ordering.ordersMail', {
  why: (shop: string, number: string) => sentence`You are receiving this email because of order ${number} at ${shop}.`,
  whyAdmin: (shop: string) => sentence`You are receiving this email because you are an admin of ${shop}.`,

  order: 'Order',
  item: 'Item',
  items: (quantity: string, name: string) => sentence`${quantity} × ${name}`,
  total: 'Total',
  heldUntil: 'Held until',
  transactionId: 'Transaction ID',
  deliverTo: 'Deliver to',
  carrier: 'Carrier',
  tracking: 'Tracking number',
  refund: 'Refund',
  amount: 'Amount',
  reason: 'Reason',
  customer: 'Customer',

  placed: {
    subject: (number: string) => `Order ${number}: thank you`,
    text: (hours: string) =>
      `Thank you for your order. We are holding the units for you until ${hours}. Pay by then, and we will pack them.`,
    textClosed: 'Thank you for your order. Its page shows the current status.',
    pay: 'Pay this order',
    see: 'See this order',
  },
  paid: {
    subject: (number: string) => `Order ${number} is paid`,
    text: 'We have received your payment. We are packing your order and will write again when it ships.',
    receipt: 'Open the receipt',
  },
  paidStaff: {
    subject: (number: string, amount: string) => `Order ${number} was paid: ${amount}`,
    text: 'A customer has paid this order. Its goods can be packed.',
  },
  expired: {
    subject: (number: string) => `Order ${number} has expired`,
    text: 'This order was not paid in time, so its units are free for others again. Nothing was charged.',
    again: 'Order it again',
    shop: 'To the shop',
  },
  cancelled: {
    subject: (number: string) => `Order ${number} was closed by the shop`,
    text: 'The shop has closed this unpaid order and freed its units. Nothing was charged. If you still need them, order again or write to us.',
  },
  shipped: {
    subject: (number: string) => `Order ${number} is on its way`,
    subjectCorrected: (number: string) => `Order ${number}: new shipment details`,
    text: 'Your order has been shipped.',
    textPart: 'Part of your order has been shipped. The rest follows in another parcel.',
    textRest: 'The rest of your order has been shipped.',
    textCorrected: 'The details of your shipment have changed. Here are the correct ones.',
    see: 'See this order',
  },
  unitsCancelled: {
    subject: (number: string) => `Order ${number}: some units are cancelled`,
    textPaid: (amount: string) =>
      `We cannot deliver some units of your order and have cancelled them. ${amount} is on its way back to your card. Everything else stays as it is.`,
    textUnpaid:
      'We cannot deliver some units of your order and have cancelled them. The order costs less now; everything else stays as it is.',
    cancelled: 'Cancelled',
    see: 'See this order',
    pay: 'Pay this order',
  },
  refunded: {
    subject: (amount: string, number: string) => `${amount} refunded for order ${number}`,
    text: (amount: string) =>
      `We have refunded ${amount} to the card that you paid with. It may take your bank a few days to show it.`,
    see: 'See this order',
  },
  moneyReturned: {
    subject: (amount: string, number: string) => `${amount} sent back for order ${number}`,
    text: (amount: string) =>
      `We received a payment for this order after it had been closed, changed or already paid. We have refunded ${amount} to the card. It may take your bank a few days to show it.`,
    see: 'See my orders',
    subjectAdmin: (amount: string, number: string) => `Sent back: ${amount} that came too late for order ${number}`,
    textAdmin: (amount: string) =>
      `A payment of ${amount} arrived for an order that was closed, changed or already paid. It has been refunded automatically; there is nothing to do.`,
  },
  refundFailed: {
    subject: (amount: string, number: string) => `Refund of ${amount} failed, order ${number}`,
    text: (amount: string) =>
      `The refund of ${amount} did not reach the customer, who is still waiting for it. You can see why, and send it again, on the order’s page.`,
  },
  dispute: 'Dispute',
  answerBy: 'Answer by',
  disputeOpened: {
    subject: (amount: string, number: string) => `Dispute of ${amount}, order ${number}`,
    text: (amount: string) =>
      `The customer’s bank disputes the payment for this order and has taken back ${amount} until it decides. Answer it at the payment provider in time, and do not ship before that.`,
    textAsks: (amount: string) =>
      `The customer’s bank is asking about the payment for this order; ${amount} may be disputed. Answer it at the payment provider in time, or refund the order, which settles it.`,
  },
  disputeClosed: {
    subject: {
      won: (number: string) => `Dispute won, order ${number}`,
      lost: (number: string) => `Dispute lost, order ${number}`,
      closed: (number: string) => `Dispute closed, order ${number}`,
    },
    text: {
      won: (amount: string) => `The bank decided in the shop’s favour: you keep the ${amount}.`,
      lost: (amount: string) => `The bank decided in the customer’s favour. The customer keeps the ${amount}.`,
      closed: (amount: string) => `The dispute of ${amount} was closed without a decision.`,
    },
  },
  openOrder: 'Open the order',
})
