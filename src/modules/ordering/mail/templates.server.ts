import { formatMomentNamed, formatNumber, numberFormat } from '#kernel/formats'
import { formatMoney, toMinorUnits } from '#kernel/money'
import { type Fact, type Letterhead, type Receiver, messageOf } from '#platform/mail/message'
import type { Message } from '#platform/mail/port'
import { staffMailTexts } from '#texts/accounts'
import { catalogueTexts } from '#texts/catalogue'
import type { DisputeStanding } from '../orders/disputes.rules.ts'
import type { AdminOrder, Parcel } from '../orders/orders.contract.ts'
import { orderAgainPath } from '../orders/orders.rules.ts'
import { deliveryOf } from '../delivery/delivery.rules.ts'
import { deliveryTexts } from '../delivery/delivery.texts.ts'
import { ordersTexts } from '../orders/orders.texts.ts'
import type { EventDetail } from '../orders/timeline.server.ts'
import { ordersMailTexts as texts } from './mail.texts.ts'
import { disputePart, paidToStaff, toAdminPageOf } from './staff-templates.server.ts'

export const mailKinds = [
  'placed',
  'paid',
  'expired',
  'cancelled',
  'shipped',
  'units-cancelled',
  'refunded',
  'money-returned',
  'money-returned-admin',
  'refund-failed-admin',
  'dispute-opened-admin',
  'dispute-closed-admin',
] as const
export type MailKind = (typeof mailKinds)[number]

/** Whether a mail goes to every admin instead of the customer. */
export function toAdmins(kind: OrderNews['kind']): boolean {
  return kind.endsWith('-admin')
}

/** What a mail is about. Amounts of the refund in minor units of the order's currency. */
export type OrderNews = {
  /** `paid-staff`: what `paid` says to staff who wish to hear of it. */
  kind: MailKind | 'paid-staff'
  order: AdminOrder
  refund: { amount: number; note: string | null } | undefined
  dispute: DisputeNews | undefined
  /** Goods that left together; undefined where that is the whole order, told before there were parcels. */
  parcel: Parcel | undefined
  /** What the shop has cancelled, units or all of it. */
  cancelled: CancelledNews | undefined
  /** It tells again, and otherwise, what an earlier mail of its kind told. */
  isCorrection: boolean
}
/**
 * `amount` in minor units of the order's currency: what goes back, or what the order costs less; `paid`: which of them. Without lines
 * and amount, of an order that was cancelled whole.
 */
export type CancelledNews = Pick<EventDetail, 'lines' | 'amount' | 'reason' | 'paid'>
/** A dispute that a mail is about. `amount` in minor units of its own currency; `standing` as it was to be told. */
export type DisputeNews = {
  amount: number
  currency: string
  reason: string
  isRefundable: boolean
  answerBy: Date | null
  standing: DisputeStanding
}
/** The shop as the mail shows it, and how it writes numbers and times. */
export type MailFrom = { letterhead: Letterhead; url: string; locale: string; timeZone: string }

/** What is said of one kind of news. */
export type Part = {
  /** By which an owner says other words for it, and what those may name beside the order's number. */
  kind?: string
  values?: Readonly<Record<string, string>>
  subject: string
  text: string
  facts?: (Fact | false)[]
  action: { label: string; path: string }
}

/** The mail about an order, in the shop's language, time zone and the order's currency. */
export function orderMail(news: OrderNews, to: Receiver, shop: MailFrom): Message {
  const { order } = news
  const money = (amount: number) => formatMoney(toMinorUnits(amount, order.currency) ?? 0, order.currency, shop.locale)
  const { kind, values, subject, text, facts = [], action } = partOf(news, shop)
  const isOwn = news.kind !== 'paid-staff' && !toAdmins(news.kind)
  const goods = goodsOf(news).map(line => ({
    name: texts.item,
    value: texts.items(formatNumber(line.quantity, shop.locale), catalogueTexts.inUnits(line.toolName, line)),
  }))
  return messageOf({
    to,
    letterhead: shop.letterhead,
    ...(kind && { kind, values: { number: order.number, ...values } }),
    subject,
    paragraphs: [text],
    facts: [
      { name: texts.order, value: order.number },
      ...(isOwn ? [] : [{ name: texts.customer, value: `${order.name}, ${order.company}` }]),
      ...goods,
      { name: texts.total, value: money(order.price) },
      ...facts.filter(fact => fact !== false),
    ],
    action: { label: action.label, url: `${shop.url}${action.path}` },
    closing: closingOf(news, shop),
  })
}

function closingOf({ kind, order }: OrderNews, { letterhead }: MailFrom): string {
  if (kind === 'paid-staff') return staffMailTexts.why(letterhead.name)
  return toAdmins(kind) ? texts.whyAdmin(letterhead.name) : texts.why(letterhead.name, order.number)
}

/** The lines of the order; of a parcel, what is in it. */
function goodsOf({ order, parcel }: OrderNews): AdminOrder['lines'] {
  if (!parcel) return order.lines
  return order.lines.flatMap(line => {
    const sent = parcel.lines.find(sent => sent.position === line.position)
    return sent ? [{ ...line, quantity: sent.quantity }] : []
  })
}

function partOf(news: OrderNews, shop: MailFrom): Part {
  switch (news.kind) {
    case 'placed':
      return placed(news.order, shop)
    case 'paid':
      return paid(news.order, shop)
    case 'paid-staff':
      return paidToStaff(news.order, shop)
    case 'shipped':
      return shipped(news)
    case 'units-cancelled':
      return cancelledPart(news, shop)
    case 'expired':
    case 'cancelled':
      return closed(news, news.kind)
    case 'dispute-opened-admin':
    case 'dispute-closed-admin':
      return disputePart(news, shop)
    default:
      return refundPart(news, shop)
  }
}

const pageOf = (order: AdminOrder) => `/dashboard/order/${order._id}`

function placed(order: AdminOrder, { locale, timeZone }: MailFrom): Part {
  const { placed } = texts
  const subject = placed.subject(order.number)
  // Written late, after the order was paid or closed: its page knows.
  if (!order.reservedUntil)
    return { subject, text: placed.textClosed, action: { label: placed.see, path: pageOf(order) } }
  const until = formatMomentNamed(new Date(order.reservedUntil), { locale, timeZone })
  return {
    kind: 'order-placed',
    values: { until },
    subject,
    text: placed.text(until),
    facts: [
      ...taxFacts(order, locale),
      { name: texts.heldUntil, value: until },
      { name: deliveryTexts.method, value: deliveryOf(order) },
      { name: texts.deliverTo, value: order.address, isTyped: true },
    ],
    action: { label: placed.pay, path: `/dashboard/payment/${order._id}` },
  }
}

/** Each tax of an order that has several: one is in the total that stands above. */
function taxFacts({ taxes, currency, pricesIncludeTax }: AdminOrder, locale: string): Fact[] {
  if (taxes.length < 2) return []
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  return taxes.map(({ taxRate, reason, tax }) => ({
    name: (pricesIncludeTax ? ordersTexts.includedTax : ordersTexts.tax)(
      taxRate > 0 ? percent.format(taxRate) : `${percent.format(0)}, ${reason}`,
    ),
    value: formatMoney(toMinorUnits(tax, currency) ?? 0, currency, locale),
  }))
}

function paid(order: AdminOrder, { locale }: MailFrom): Part {
  return {
    kind: 'order-paid',
    subject: texts.paid.subject(order.number),
    text: texts.paid.text,
    facts: [
      ...taxFacts(order, locale),
      { name: deliveryTexts.method, value: deliveryOf(order) },
      order.transactionId !== null && { name: texts.transactionId, value: order.transactionId },
    ],
    action: { label: texts.paid.receipt, path: `${pageOf(order)}/receipt` },
  }
}

function shipped({ order, parcel, isCorrection }: OrderNews): Part {
  const { subject, subjectCorrected, textCorrected } = texts.shipped
  const { carrier, tracking } = parcel ?? order
  const words = isCorrection ? { kind: 'shipment-corrected', text: textCorrected } : wordsOfParcel(order, parcel)
  return {
    ...words,
    subject: isCorrection ? subjectCorrected(order.number) : subject(order.number),
    facts: [
      carrier !== null && { name: texts.carrier, value: carrier },
      tracking !== null && { name: texts.tracking, value: tracking },
      { name: texts.deliverTo, value: order.address, isTyped: true },
    ],
    action: { label: texts.shipped.see, path: pageOf(order) },
  }
}

function wordsOfParcel({ parcels, lines }: AdminOrder, parcel: Parcel | undefined) {
  const { text, textPart, textRest } = texts.shipped
  const isLast = !parcel || (parcels.at(-1)?._id === parcel._id && lines.every(line => line.toShip === 0))
  if (!isLast) return { kind: 'order-shipped-part', text: textPart }
  return parcels.length > 1 ? { kind: 'order-shipped-rest', text: textRest } : { kind: 'order-shipped', text }
}

function cancelledPart({ order, cancelled }: OrderNews, { locale }: MailFrom): Part {
  const { subject, textPaid, textUnpaid, see, pay } = texts.unitsCancelled
  const money = formatMoney(cancelled?.amount ?? 0, order.currency, locale)
  const lines = cancelled?.lines ?? []
  const toPage = { label: see, path: pageOf(order) }
  const isOpen = order.paymentState === 'unpaid'
  const wasPaid = cancelled?.paid ?? order.paid
  return {
    kind: wasPaid ? 'units-cancelled-paid' : 'units-cancelled-unpaid',
    values: { amount: money },
    subject: subject(order.number),
    text: wasPaid ? textPaid(money) : textUnpaid,
    facts: [
      ...lines.map(({ quantity, name }) => ({
        name: texts.unitsCancelled.cancelled,
        value: texts.items(formatNumber(quantity, locale), name),
      })),
      reasonOf(cancelled),
    ],
    action: isOpen ? { label: pay, path: `/dashboard/payment/${order._id}` } : toPage,
  }
}

const reasonOf = (cancelled: CancelledNews | undefined): Fact | false =>
  cancelled?.reason ? { name: texts.reason, value: cancelled.reason } : false

function closed({ order, cancelled }: OrderNews, kind: 'expired' | 'cancelled'): Part {
  const { subject, text } = texts[kind]
  const { again, shop } = texts.expired
  const path = orderAgainPath(order)
  const action = path ? { label: again, path } : { label: shop, path: '/shop' }
  return { kind: `order-${kind}`, subject: subject(order.number), text, facts: [reasonOf(cancelled)], action }
}

function refundPart({ kind, order, refund }: OrderNews, { locale }: MailFrom): Part {
  const amount = formatMoney(refund?.amount ?? 0, order.currency, locale)
  const { number } = order
  const facts = [
    { name: texts.refund, value: amount },
    refund?.note ? { name: texts.reason, value: refund.note } : (false as const),
  ]
  const toPage = { label: texts.refunded.see, path: pageOf(order) }
  const toAdminPage = toAdminPageOf(order)
  const { refunded, moneyReturned, refundFailed } = texts
  if (kind === 'refunded') {
    const words = { subject: refunded.subject(amount, number), text: refunded.text(amount) }
    return { kind, values: { amount }, ...words, facts, action: toPage }
  }
  if (kind === 'money-returned') {
    const { subject, text, see } = moneyReturned
    return {
      kind,
      values: { amount },
      subject: subject(amount, number),
      text: text(amount),
      facts,
      action: { label: see, path: '/dashboard/order' },
    }
  }
  if (kind === 'money-returned-admin') {
    const { subjectAdmin, textAdmin } = moneyReturned
    return { subject: subjectAdmin(amount, number), text: textAdmin(amount), facts, action: toAdminPage }
  }
  return { subject: refundFailed.subject(amount, number), text: refundFailed.text(amount), facts, action: toAdminPage }
}
