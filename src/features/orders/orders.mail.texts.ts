/** Every sentence of the mails about orders. */
export const ordersMailTexts = {
  why: (shop: string, number: string) => `You get this mail because of order ${number} at ${shop}.`,
  whyAdmin: (shop: string) => `You get this mail because you are an admin of ${shop}.`,

  order: 'Order',
  item: 'Item',
  items: (quantity: string, name: string) => `${quantity} × ${name}`,
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
      `thank you for your order. We hold its units for you until ${hours}; pay until then and we pack them.`,
    textClosed: 'thank you for your order. Its page says how it stands now.',
    pay: 'Pay this order',
    see: 'See this order',
  },
  paid: {
    subject: (number: string) => `Order ${number} is paid`,
    text: 'your payment has arrived. We are packing your order and write again when it leaves.',
    receipt: 'Open the receipt',
  },
  expired: {
    subject: (number: string) => `Order ${number} has expired`,
    text: 'this order was not paid in time, so its units are back on the shelf. Nothing was charged.',
    again: 'Order it again',
    shop: 'To the shop',
  },
  released: {
    subject: (number: string) => `Order ${number} was closed by the shop`,
    text: 'the shop has closed this unpaid order, and its units are back on the shelf. Nothing was charged. If you still need them, order again or write to us.',
  },
  shipped: {
    subject: (number: string) => `Order ${number} is on its way`,
    subjectCorrected: (number: string) => `Order ${number}: new shipment details`,
    text: 'your order has left our house.',
    textCorrected: 'the details of your shipment have changed. These are the right ones.',
    see: 'See this order',
  },
  refunded: {
    subject: (amount: string, number: string) => `${amount} refunded for order ${number}`,
    text: (amount: string) =>
      `we have sent ${amount} back to the card that paid this order. Your bank may take some days to show it.`,
    see: 'See this order',
  },
  moneyReturned: {
    subject: (amount: string, number: string) => `${amount} sent back for order ${number}`,
    text: (amount: string) =>
      `a payment came in for this order after it had been closed or paid already. We have sent the ${amount} back to the card; your bank may take some days to show it.`,
    see: 'See my orders',
    subjectAdmin: (amount: string, number: string) => `Sent back: ${amount} that came too late for order ${number}`,
    textAdmin: (amount: string) =>
      `a payment of ${amount} came in for an order that was closed or paid already. It went back by itself; there is nothing to do.`,
  },
  refundFailed: {
    subject: (amount: string, number: string) => `Refund of ${amount} failed, order ${number}`,
    text: (amount: string) =>
      `the refund of ${amount} did not reach the customer, who still waits for this money. The order’s page says why, and sends it again.`,
  },
  dispute: 'Dispute',
  answerBy: 'Answer by',
  disputeOpened: {
    subject: (amount: string, number: string) => `Dispute of ${amount}, order ${number}`,
    text: (amount: string) =>
      `the customer’s bank disputes the payment of this order and takes ${amount} back until it has decided. Answer it at the payment provider in time, and do not ship before that.`,
    textAsks: (amount: string) =>
      `the customer’s bank asks about the payment of this order; ${amount} may be disputed. Answer it at the payment provider in time, or refund the order, which ends the matter.`,
  },
  disputeClosed: {
    subject: {
      won: (number: string) => `Dispute won, order ${number}`,
      lost: (number: string) => `Dispute lost, order ${number}`,
      closed: (number: string) => `Dispute closed, order ${number}`,
    },
    text: {
      won: (amount: string) => `the bank has decided for the shop: the ${amount} stay with it.`,
      lost: (amount: string) => `the bank has decided for the customer, who keeps the ${amount}.`,
      closed: (amount: string) => `the dispute of ${amount} is closed. It came to nothing.`,
    },
  },
  openOrder: 'Open the order',
}
