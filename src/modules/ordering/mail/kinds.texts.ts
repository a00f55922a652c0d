import type { MailKind } from '#kernel/mail-kind'
import { ordersMailTexts as texts } from './mail.texts.ts'

const number = '{number}'
const amount = '{amount}'

const about = (
  kind: string,
  title: string,
  { subject, text }: { subject: (number: string) => string; text: string },
) => ({
  kind,
  title,
  subject: subject(number),
  text,
  placeholders: ['number'],
  required: ['number'],
})

const withMoney = (
  kind: string,
  title: string,
  { subject, text }: { subject: (amount: string, number: string) => string; text: (amount: string) => string },
) => ({
  kind,
  title,
  subject: subject(amount, number),
  text: text(amount),
  placeholders: ['number', 'amount'],
  required: ['number', 'amount'],
})

const { placed, paid, expired, cancelled, shipped, unitsCancelled, refunded, moneyReturned } = texts

/** The mails about orders whose words an owner can write: those to customers. */
export const orderMailKinds: readonly MailKind[] = [
  {
    ...about('order-placed', 'An order was placed', { subject: placed.subject, text: placed.text('{until}') }),
    placeholders: ['number', 'until'],
  },
  about('order-paid', 'An order was paid', paid),
  about('order-expired', 'An order was not paid in time', expired),
  about('order-cancelled', 'The shop closed an unpaid order', cancelled),
  about('order-shipped', 'An order was shipped', shipped),
  about('order-shipped-part', 'A part of an order was shipped', { ...shipped, text: shipped.textPart }),
  about('order-shipped-rest', 'The rest of an order was shipped', { ...shipped, text: shipped.textRest }),
  about('shipment-corrected', 'The details of a shipment were corrected', {
    subject: shipped.subjectCorrected,
    text: shipped.textCorrected,
  }),
  withMoney('units-cancelled-paid', 'Units of a paid order were cancelled', {
    subject: (_amount, number) => unitsCancelled.subject(number),
    text: unitsCancelled.textPaid,
  }),
  about('units-cancelled-unpaid', 'Units of an unpaid order were cancelled', {
    subject: unitsCancelled.subject,
    text: unitsCancelled.textUnpaid,
  }),
  withMoney('refunded', 'Money was refunded', refunded),
  withMoney('money-returned', 'Money that came too late was sent back', moneyReturned),
]
