import { texts } from '#kernel/texts'

/** Every sentence of the dialog that cancels units before they leave. */
export const cancellationsTexts = texts('ordering.cancellations', {
  title: (number: string) => `Cancel units of order ${number}`,
  units: 'How many units are cancelled?',
  textPaid:
    'They go back to stock, and their money goes back to the card. Shipping goes back only with the whole order.',
  textUnpaid:
    'They can be sold to others at once, and the order costs less. A payment in progress is cancelled and has to be started again.',
  reason: 'Reason',
  reasonHint: 'Included in the email to the customer',
  goesBack: (amount: string) => `${amount} goes back to the card.`,
  costsLess: (amount: string) => `The order will cost ${amount} less.`,
  whole: 'That is the whole order: it is closed, and nothing is charged.',
  verb: 'Cancel these units',
  done: 'The units are cancelled',
  cancel: 'Keep all units',
  open: 'Cancel units',
})
