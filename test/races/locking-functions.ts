import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const modules = join(import.meta.dirname, '../../src/modules')

/** What locks an order's row, or writes it. */
const locks = new RegExp(
  [
    String.raw`\b(lockOrder|lockOrdersOf|lockOrderAndBuyer|orderLocked|actOnUnpaid)\(`,
    String.raw`\b(insert into|update) orders\b|(insertInto|updateTable)\('orders'\)`,
    String.raw`\bfrom orders\b[^\`]*\bfor (no key )?update|selectFrom\('orders'\)[^]*?\bfor(NoKey)?Update\(`,
  ].join('|'),
)

type Part = { name: string; isExported: boolean; body: string }

function partsOf(source: string): Part[] {
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m)
  return parts.flatMap(part => {
    const [start, name] = /^[a-z ]*(?:function|const) (\w+)[(<]?/.exec(part) ?? []
    // Before the first one stand the imports.
    return start && name ? [{ name, isExported: part.startsWith('export '), body: part.slice(start.length) }] : []
  })
}

/** What another file may call that locks an order, itself or by what stands beside it in its file: `path name`. */
export function lockingFunctions(): string[] {
  const files = globSync('**/*.server.ts', { cwd: modules }).filter(file => !file.endsWith('release/locks.server.ts'))
  const found = files.flatMap(file => {
    const parts = partsOf(readFileSync(join(modules, file), 'utf8'))
    const locking = new Set(parts.filter(({ body }) => locks.test(body)))
    for (const { name } of locking) {
      const calls = new RegExp(String.raw`\b${name}\b`)
      for (const part of parts) if (calls.test(part.body)) locking.add(part)
    }
    return [...locking].filter(part => part.isExported).map(({ name }) => `${file.replace('.server.ts', '')} ${name}`)
  })
  return found.toSorted()
}

/** Which verb of `lock-order.test.ts` goes through it. */
export const heldBy = new Map([
  ['ordering/placing/reserve reserve', 'a basket is ordered'],
  ['ordering/release/unpaid actOnUnpaid', 'an order is deleted'],
  ['ordering/release/close closeOrder', 'an order is deleted'],
  ['ordering/release/close close', 'an order is deleted'],
  ['ordering/settlement/settle closeIntents', 'an order is deleted'],
  ['ordering/cancellations/cancel cancellationsHandlers', 'units of an unpaid order are cancelled'],
  ['ordering/payments/declines countDecline', 'a card is declined'],
  ['ordering/settlement/intents openPayment', 'an order is paid'],
  ['ordering/settlement/settle settle', 'an order is paid'],
  ['ordering/settlement/settle settleStored', 'an order is paid'],
  ['ordering/release/release releaseOrder', 'an order is released'],
  ['ordering/release/release releasedRows', 'an order is released'],
  ['ordering/payments/received recordPayment', 'money comes by bank'],
  ['ordering/returns/returns takeBack', 'units come back'],
  ['ordering/shipments/ship endShipping', 'units come back'],
  ['ordering/refunds/requests requestRefund', 'all money goes back'],
  ['ordering/refunds/ends recordEnd', 'all money goes back'],
  ['ordering/shipments/ship shipOrder', 'an order is shipped'],
  ['ordering/shipments/ship deliverOrder', 'an order is delivered'],
])

/** Why no verb of it goes through these. */
export const leftOut = new Map([
  ['ordering/notes/notes notesHandlers', 'Of these rows it locks the order alone.'],
  ['ordering/disputes/disputes noteDispute', 'Of these rows it locks the order alone.'],
  ['ordering/disputes/disputes noteLostDisputes', 'Of these rows it locks the order alone.'],
  ['ordering/shipments/ship correctParcel', 'Of these rows it locks the order alone.'],
  ['ordering/refunds/retries resendRefund', 'The order and its payment, as the first try.'],
  ['ordering/refunds/provider noteRefunds', 'What the provider says ends as a refund that was asked for.'],
  ['ordering/refunds/provider noteLostRefunds', 'What the provider says ends as a refund that was asked for.'],
  ['ordering/refunds/ends recordLateFailure', 'The order, its payment and sales, as the end of a refund.'],
  ['ordering/orders/forget lockOrdersOf', 'All orders of an account, by their ids, before its row.'],
  ['ordering/orders/forget forgetBuyer', 'The orders and the account are locked by then.'],
  ['ordering/orders/forget forgetBuyerOf', 'Of an order that has no buyer any more.'],
  ['ordering/orders/forget handOverOrders', 'The orders and both accounts are locked by then.'],
  ['privacy/deletion accountDataHandlers', 'The orders of an account, then its row.'],
  ['privacy/deletion deleteAccount', 'The orders of an account, then its row.'],
  ['privacy/deletion forgetAgain', 'The orders of an account, then its row.'],
  ['privacy/deletion leaveShop', 'The orders of an account, then its row.'],
  ['privacy/takeover emptyAccount', 'The orders of an account, then its row.'],
])
