import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** Every sentence of the payment room that a person can read. */
export const paymentsTexts = texts('ordering.payments', {
  form: {
    legend: 'Card details',
    pay: (amount: string) => `Pay ${amount}`,
    paying: 'Paying . . .',
    testMode: 'Test mode: no money moves. Use 4242 4242 4242 4242, any future date, any CVC.',
    waitingForProvider: 'The card field is loading.',
    waitingForSecret: 'The payment is being prepared.',
    providerFailed: 'The card field could not be loaded. Check your connection and try again.',
    tryAgain: 'Try again',
    processing:
      'The bank is still checking this payment. The order will change to Paid when it is done; you do not need to wait here.',
    afterDecline: (left: number) =>
      `Nothing was charged. Check the details, use another card, or ask your bank. ${left === 1 ? 'You have 1 try left.' : `You have ${left} tries left.`}`,
    closed: (minutes: number) =>
      `Too many cards were declined, and nothing was charged. Payment opens again in about ${minutes} minutes; until then your order stays in My Orders.`,
    canceled: 'This payment was cancelled. Reload the page to see the current order.',
    failed: 'The payment did not go through. Nothing was charged. Try again, or use another card.',
  },
  card: {
    number: 'Card number',
    expiry: 'MM / YY',
    cvc: 'CVC',
    numberPlaceholder: '1234 1234 1234 1234',
  },
  cardProblems: {
    incomplete_number: 'Your card number is incomplete.',
    invalid_number: 'Your card number is invalid.',
    incomplete_expiry: 'Your card’s expiration date is incomplete.',
    invalid_expiry_month: 'Your card’s expiration month is invalid.',
    invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
    invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
    incomplete_cvc: 'Your card’s security code is incomplete.',
  },
  sandbox: {
    incorrect_number: 'Your card number is incorrect. The sandbox takes test cards only, such as 4242 4242 4242 4242.',
    not_a_test_card: 'Your card was declined. The sandbox takes test cards only, such as 4242 4242 4242 4242.',
    invalid_expiry_month: 'Your card’s expiration month is invalid.',
    invalid_expiry_year: 'Your card’s expiration year is invalid.',
    invalid_cvc: 'Your card’s security code is invalid.',
    generic_decline: 'Your card was declined.',
    insufficient_funds: 'Your card has insufficient funds.',
    expired_card: 'Your card has expired.',
    incorrect_cvc: 'Your card’s security code is incorrect.',
    processing_error: 'An error occurred while processing your card. Try again in a little bit.',
    busy: 'Another card is being tried for this payment. Wait a moment and try again.',
    too_often: 'Too many cards were tried for this payment. Wait a minute and try again.',
    authentication_failure:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  connection: {
    unreachable: 'The payment provider cannot be reached. Check your connection and try again.',
    unreadable: 'The payment provider’s answer could not be read. Try again.',
  },
  challenge: {
    title: 'Sandbox: 3-D Secure',
    body: 'Your bank would ask you here to confirm this payment. In the sandbox, you decide.',
    approve: 'Approve payment',
    reject: 'Reject payment',
  },
  page: {
    title: (number: string) => `Pay order ${number}`,
    hello: (name: string) => sentence`Hello ${name},`,
    pleasePay: (toolName: string) => sentence`Please Pay for ${toolName}`,
    orderOf: (toolName: string) => sentence`Your order of ${toolName}`,
    bill: 'Payment summary',
    lines: 'What you pay for',
    line: (quantity: string, name: string) => sentence`${quantity} × ${name}`,
    quantity: (quantity: number) => `Ordered Quantity ${quantity}`,
    heldUntil: (time: string) => `Your units are held until ${time}. You can come back and pay until then.`,
    payLater: (orders: string) => `Pay later, go to ${orders}`,
    failed: 'This payment could not be loaded',
    success: 'Yooooooo ! your payment is success',
    alreadyPaid: 'This order is paid',
    transactionId: 'Transaction ID',
    late: 'Your payment has reached the payment provider and is safe. The order will change to Paid in a moment; you do not need to wait here.',
    receipt: 'Receipt',
    expired: 'This order has expired',
    deleted: 'This order was deleted',
    closedText: 'It can no longer be charged. You can order the same again while stocks last.',
    onAccount: 'This order is on account',
    onAccountText: 'No card is charged for it. Pay it as agreed with the shop.',
    orderAgain: 'Order again',
  },
} as const)

export type CardProblem = keyof typeof paymentsTexts.cardProblems
