/** Every sentence of the payment room that a person can read. */
export const paymentsTexts = {
  form: {
    legend: 'Card details',
    pay: 'Pay',
    paying: 'Paying . . .',
    paid: 'Paid',
    nothingToPay: 'The payment went through.',
    testMode: 'Test mode: no money moves. Use 4242 4242 4242 4242, any future date, any CVC.',
    waitingForProvider: 'The card field is loading.',
    waitingForSecret: 'The payment is being prepared.',
    providerFailed: 'The card field could not be loaded. Check your connection and try again.',
    tryAgain: 'Try again',
    processing:
      'The bank is still checking this payment. The order turns to Paid when it is done; you need not wait here.',
    canceled: 'This payment was called off. Reload the page to see the order as it is now.',
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
    authentication_failure:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  connection: {
    unreachable: 'The payment provider cannot be reached. Check your connection and try again.',
    unreadable: 'The payment provider gave an answer that could not be read. Try again.',
  },
  challenge: {
    title: 'Sandbox: 3-D Secure',
    body: 'Your bank would ask you here to confirm this payment. In the sandbox, you decide.',
    approve: 'Approve payment',
    reject: 'Reject payment',
  },
} as const

export type CardProblem = keyof typeof paymentsTexts.cardProblems
