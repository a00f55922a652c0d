import type { Registry } from 'prom-client'
import type { Context } from '#platform/context'
import type { Letterhead } from '#platform/mail/message'
import { addressesContract } from './addresses/addresses.contract.ts'
import { addressesHandlers } from './addresses/addresses.server.ts'
import { basketContract } from './basket/basket.contract.ts'
import { orderMailKinds } from './mail/kinds.texts.ts'
import { basketCountHandlers, basketHandlers } from './basket/basket.server.ts'
import { basketCountContract } from './basket/count.contract.ts'
import { defineOrderMail } from './mail/mail.server.ts'
import { ordersHandlers } from './handlers.server.ts'
import { ordersContract } from './orders/orders.contract.ts'
import { eventCounter } from './settlement/event-counts.server.ts'
import { orderPayments, paymentsHandlers } from './settlement/handlers.server.ts'
import { paymentsContract } from './payments/payments.contract.ts'
import type { PaymentPort } from './payments/port.server.ts'
import { cancellationsHandlers } from './cancellations/cancel.server.ts'
import { cancellationsContract } from './cancellations/cancellations.contract.ts'
import { filtersContract } from './filters/filters.contract.ts'
import { filtersHandlers } from './filters/filters.server.ts'
import { listsContract } from './lists/lists.contract.ts'
import { listsHandlers } from './lists/lists.server.ts'
import { notesContract } from './notes/notes.contract.ts'
import { notesHandlers } from './notes/notes.server.ts'
import { orderPadContract } from './order-pad/order-pad.contract.ts'
import { orderPadHandlers } from './order-pad/order-pad.server.ts'
import { shipmentsHandlers } from './shipments/report.server.ts'
import { shipmentsContract } from './shipments/shipments.contract.ts'
import { disputesContract } from './disputes/disputes.contract.ts'
import { disputesHandlers } from './disputes/handlers.server.ts'
import { refundsHandlers } from './refunds/handlers.server.ts'
import { refundsContract } from './refunds/refunds.contract.ts'
import { definePaymentJobs } from './settlement/jobs.server.ts'
import { expireOrders } from './release/expire.server.ts'
import type { Module } from '#platform/module'
import { orderingRefusals } from './refusals.rules.ts'
import { orderingOwnerSettings, readOrderingSettings } from './settings.server.ts'

type Parts = {
  system: Context
  letterhead: Letterhead
  payment: PaymentPort
  metrics: Registry
  where: { ownUrl: () => string; publicUrl: () => string; isReady: () => boolean }
}

export const ordering: Module<Parts> = {
  readSettings: readOrderingSettings,
  ownerSettings: orderingOwnerSettings,
  refusals: orderingRefusals,
  mails: orderMailKinds,
  addCalls(api, { payment, metrics }) {
    api.add('Orders', ordersContract, ordersHandlers(orderPayments(payment)))
    api.add('Basket', basketContract, basketHandlers)
    api.add('Basket', basketCountContract, basketCountHandlers)
    api.add('Basket', addressesContract, addressesHandlers)
    api.add('Orders', shipmentsContract, shipmentsHandlers)
    api.add('Orders', notesContract, notesHandlers)
    api.add('Orders', filtersContract, filtersHandlers)
    api.add('Orders', cancellationsContract, cancellationsHandlers(orderPayments(payment)))
    api.add('Orders', orderPadContract, orderPadHandlers)
    api.add('Lists', listsContract, listsHandlers)
    api.add('Payments', paymentsContract, paymentsHandlers(payment, eventCounter(metrics)))
    api.add('Payments', refundsContract, refundsHandlers)
    api.add('Payments', disputesContract, disputesHandlers)
  },
  defineJobs({ system, letterhead, payment, where }) {
    defineOrderMail(system, { ...where, letterhead })
    definePaymentJobs(system, payment)
    system.jobs.repeat(
      'order-expiry',
      { cron: '* * * * *', does: 'Closes unpaid orders whose time is up.' },
      async () => {
        await expireOrders(system, orderPayments(payment))
      },
    )
  },
}
