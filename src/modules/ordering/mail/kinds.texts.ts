import type { MailKind } from '#kernel/mail-kind'
import { texts } from '#kernel/texts'
import { ordersMailTexts as mails } from './mail.texts.ts'

/** What each mail is called where an owner writes it: when it is sent. */
const titles = texts('ordering.mailTitles', {
  'order-placed': 'An order was placed',
  'order-paid': 'An order was paid',
  'order-expired': 'An order was not paid in time',
  'order-cancelled': 'The shop closed an unpaid order',
  'order-shipped': 'An order was shipped',
  'order-shipped-part': 'A part of an order was shipped',
  'order-shipped-rest': 'The rest of an order was shipped',
  'shipment-corrected': 'The details of a shipment were corrected',
  'units-cancelled-paid': 'Units of a paid order were cancelled',
  'units-cancelled-unpaid': 'Units of an unpaid order were cancelled',
  refunded: 'Money was refunded',
  'money-returned': 'Money that came too late was sent back',
})
type Kind = keyof typeof titles

const number = '{number}'
const amount = '{amount}'

type Words = { subject: string; text: string }

const mailKind = (kind: Kind, placeholders: string[], words: () => Words): MailKind => ({
  kind,
  words: () => ({ title: titles[kind], ...words() }),
  placeholders,
  required: placeholders.filter(name => name !== 'until'),
})

const about = (kind: Kind, words: () => { subject: (number: string) => string; text: string }) =>
  mailKind(kind, ['number'], () => {
    const { subject, text } = words()
    return { subject: subject(number), text }
  })

const withMoney = (
  kind: Kind,
  words: () => { subject: (amount: string, number: string) => string; text: (amount: string) => string },
) =>
  mailKind(kind, ['number', 'amount'], () => {
    const { subject, text } = words()
    return { subject: subject(amount, number), text: text(amount) }
  })

/** The mails about orders whose words an owner can write: those to customers. */
export const orderMailKinds: readonly MailKind[] = [
  mailKind('order-placed', ['number', 'until'], () => ({
    subject: mails.placed.subject(number),
    text: mails.placed.text('{until}'),
  })),
  about('order-paid', () => mails.paid),
  about('order-expired', () => mails.expired),
  about('order-cancelled', () => mails.cancelled),
  about('order-shipped', () => mails.shipped),
  about('order-shipped-part', () => ({ ...mails.shipped, text: mails.shipped.textPart })),
  about('order-shipped-rest', () => ({ ...mails.shipped, text: mails.shipped.textRest })),
  about('shipment-corrected', () => ({
    subject: mails.shipped.subjectCorrected,
    text: mails.shipped.textCorrected,
  })),
  withMoney('units-cancelled-paid', () => ({
    subject: (_amount, number) => mails.unitsCancelled.subject(number),
    text: mails.unitsCancelled.textPaid,
  })),
  about('units-cancelled-unpaid', () => ({
    subject: mails.unitsCancelled.subject,
    text: mails.unitsCancelled.textUnpaid,
  })),
  withMoney('refunded', () => mails.refunded),
  withMoney('money-returned', () => mails.moneyReturned),
]
