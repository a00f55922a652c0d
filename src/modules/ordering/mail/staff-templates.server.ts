import { textFor } from '#kernel/texts'
import { formatMoney, toMinorUnits } from '#kernel/money'
import type { AdminOrder } from '../orders/orders.contract.ts'
import { ordersAdminTexts } from '../orders/admin.texts.ts'
import { deliveryOf } from '../delivery/delivery.rules.ts'
import { deliveryTexts } from '../delivery/delivery.texts.ts'
import { ordersMailTexts as texts } from './mail.texts.ts'
import type { MailFrom, OrderNews, Part } from './templates.server.ts'

/** The order as staff see it. */
export const toAdminPageOf = (order: AdminOrder) => ({
  label: texts.openOrder,
  path: `/dashboard/allOrders/${order._id}`,
})

export function disputePart({ kind, order, dispute }: OrderNews, { locale, timeZone }: MailFrom): Part {
  const amount = formatMoney(dispute?.amount ?? 0, dispute?.currency ?? order.currency, locale)
  const reason = dispute?.reason ?? 'general'
  const facts: Part['facts'] = [
    { name: texts.dispute, value: amount },
    { name: texts.reason, value: textFor(ordersAdminTexts.disputeReasons, reason) ?? reason },
  ]
  const action = toAdminPageOf(order)
  const { disputeOpened, disputeClosed } = texts
  if (kind === 'dispute-opened-admin') {
    const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
    return {
      subject: disputeOpened.subject(amount, order.number),
      text: dispute?.isRefundable ? disputeOpened.textAsks(amount) : disputeOpened.text(amount),
      facts: [...facts, dispute?.answerBy ? { name: texts.answerBy, value: day.format(dispute.answerBy) } : false],
      action,
    }
  }
  const end = dispute?.standing === 'won' || dispute?.standing === 'lost' ? dispute.standing : 'closed'
  return { subject: disputeClosed.subject[end](order.number), text: disputeClosed.text[end](amount), facts, action }
}

export function paidToStaff(order: AdminOrder, { locale }: MailFrom): Part {
  const { subject, text } = texts.paidStaff
  return {
    subject: subject(order.number, formatMoney(toMinorUnits(order.price, order.currency) ?? 0, order.currency, locale)),
    text,
    facts: [{ name: deliveryTexts.method, value: deliveryOf(order) }],
    action: toAdminPageOf(order),
  }
}
