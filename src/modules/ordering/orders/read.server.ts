import { type RawBuilder, sql } from 'kysely'
import { rateScale, toDecimal } from '#kernel/money'
import type { Context } from '#platform/context'
import type { Columns } from '#platform/database'
import type { SalesUnit } from '#rules/catalogue'
import { isMine } from '#services/accounts'
import { shownPhone } from '../addresses/phone.server.ts'
import { bankKeepsMoney } from './keeps-money.server.ts'
import { joinMoney } from './money.server.ts'
import type { AdminOrder, LineFit, Order, Parcel } from './orders.contract.ts'
import type { TaxReason } from '#rules/tax'
import { type FulfilmentState, type PaymentState, isPaid, unitsToShip } from './orders.rules.ts'
import { type TaxRounding, taxGroupShown, taxGroupsOf } from '../sums/totals.rules.ts'

type LineRow = Columns<
  'order_line',
  | 'position'
  | 'tool_id'
  | 'tool_name'
  | 'part_number'
  | 'image'
  | 'unit_price'
  | 'quantity'
  | 'net'
  | 'tax_rate'
  | 'tax'
  | 'returned_quantity'
  | 'returning_quantity'
  | 'sent_back_quantity'
  | 'shipped_quantity'
  | 'box_quantity'
  | 'fit'
  | 'reference'
  | 'list_price'
  | 'price_list'
  | 'tier_from'
  | 'tax_class'
> & {
  tax_reason: TaxReason
  sales_unit: SalesUnit
  fit: LineFit | null
  came_back: number
}

/** As a document of the database has it. */
type ParcelRow = Omit<Parcel, 'shippedAt'> & { shippedAt: string }

type OrderRow = Columns<
  'orders',
  | 'id'
  | 'number'
  | 'account_id'
  | 'customer_name'
  | 'customer_email'
  | 'phone'
  | 'phone_e164'
  | 'company_name'
  | 'address'
  | 'purchase_order_reference'
  | 'vat_number'
  | 'delivery_name'
  | 'delivery_street'
  | 'delivery_postal_code'
  | 'delivery_city'
  | 'delivery_region'
  | 'delivery_country'
  | 'notes'
  | 'currency'
  | 'prices_include_tax'
  | 'goods'
  | 'shipping_net'
  | 'shipping_tax'
  | 'shipping_tax_rate'
  | 'delivery_method'
  | 'delivery_method_name'
  | 'delivery_days'
  | 'is_pick_up'
  | 'tax'
  | 'total'
  | 'payment_state'
  | 'fulfilment_state'
  | 'carrier'
  | 'tracking'
  | 'placed_at'
  | 'reserved_until'
  | 'paid_at'
  | 'closed_at'
> & {
  payment_state: PaymentState
  shipping_tax_reason: TaxReason
  tax_rounding: TaxRounding
  fulfilment_state: FulfilmentState | null
  transaction_id: string | null
  refunded: number | null
  refundable: number | null
  owed: number
  bank_keeps_money: boolean
  is_own: boolean
  bought_for: string | null
  lines: LineRow[]
  parcels: ParcelRow[] | null
}

/** Orders as the API shows them, lines and payment included, in one query whatever their number. */
export async function selectOrders(
  ctx: Context,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<Order[]> {
  const rows = await selectOrderRows(ctx, where, tail)
  return rows.map(toOrder)
}

/** As `selectOrders`, with what only admins see. */
export async function selectAdminOrders(
  ctx: Context,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
): Promise<AdminOrder[]> {
  const rows = await selectOrderRows(ctx, where, tail)
  return rows.map(row => ({
    ...toOrder(row),
    accountId: row.account_id,
    closedAt: row.closed_at?.toISOString() ?? null,
    bankKeepsMoney: row.bank_keeps_money,
  }))
}

/** Of the units of `line` that went back, those that had left. Of returns that are coming, none has come back yet. */
export const cameBack = sql`case when line.returning_quantity = 0 then line.sent_back_quantity else coalesce((
    select sum(back.sent_back) from unit_return_line back join unit_return on unit_return.id = back.return_id
    where back.order_id = line.order_id and back.position = line.position and unit_return.state = 'back'), 0) end::integer`

async function selectOrderRows(ctx: Context, where: RawBuilder<unknown>, tail: RawBuilder<unknown>) {
  const { rows } = await sql<OrderRow>`
    select orders.id, orders.number, orders.account_id, orders.customer_name, orders.customer_email, orders.phone,
      orders.phone_e164, orders.company_name, orders.address, orders.purchase_order_reference, orders.vat_number, orders.notes, orders.delivery_method,
      orders.delivery_name, orders.delivery_street, orders.delivery_postal_code, orders.delivery_city,
      orders.delivery_region, orders.delivery_country, orders.currency, orders.prices_include_tax,
      orders.goods, orders.shipping_net, orders.shipping_tax, orders.shipping_tax_rate, orders.shipping_tax_reason,
      orders.tax_rounding, orders.delivery_method_name, orders.delivery_days, orders.is_pick_up, orders.tax, orders.total,
      orders.payment_state, orders.fulfilment_state, orders.carrier, orders.tracking, orders.placed_at,
      orders.reserved_until, orders.paid_at, orders.closed_at, money.transaction_id, money.refunded,
      money.refundable, money.owed,
      ${bankKeepsMoney} as bank_keeps_money, coalesce(${ctx.caller ? isMine(ctx, 'orders') : sql`false`}, false) as is_own,
      (select name from company where company.id = orders.company_id) as bought_for,
      (select json_agg(line order by line.position) from (
          select line.*, ${cameBack} as came_back from order_line line where line.order_id = orders.id) line) as lines,
      (select json_agg(json_build_object('_id', parcel.id, 'carrier', parcel.carrier, 'tracking', parcel.tracking,
          'shippedAt', parcel.shipped_at, 'lines', (
            select json_agg(json_build_object('position', position, 'quantity', quantity) order by position)
            from parcel_line where parcel_id = parcel.id)) order by parcel.shipped_at, parcel.id)
        from parcel where parcel.order_id = orders.id) as parcels
    from orders ${joinMoney}
    where ${where} ${tail}`.execute(ctx.db)
  return rows
}

function toOrder(row: OrderRow): Order {
  const money = (minor: number) => toDecimal(minor, row.currency)
  const [first] = row.lines
  if (!first) throw new Error(`order ${row.id} has no line`)
  return {
    _id: row.id,
    number: row.number,
    tools_id: first.tool_id,
    toolName: first.tool_name,
    img: first.image,
    name: row.customer_name,
    email: row.customer_email,
    phone: row.phone,
    ...shownPhone(row.phone_e164),
    company: row.company_name,
    address: row.address,
    deliveryAddress: addressOf(row),
    deliveryMethod: row.delivery_method,
    deliveryMethodName: row.delivery_method_name,
    deliveryDays: row.delivery_days,
    isPickUp: row.is_pick_up,
    purchaseOrderReference: row.purchase_order_reference,
    vatNumber: row.vat_number,
    notes: row.notes,
    quantity: row.lines.reduce((sum, line) => sum + line.quantity, 0),
    unitPrice: money(first.unit_price),
    goods: money(row.goods),
    shipping: money(row.prices_include_tax ? row.shipping_net + row.shipping_tax : row.shipping_net),
    shippingTaxRate: row.shipping_tax_rate / rateScale,
    shippingTaxReason: row.shipping_tax_reason,
    tax: money(row.tax),
    taxRate: first.tax_rate / rateScale,
    taxes: taxesOf(row),
    taxRounding: row.tax_rounding,
    pricesIncludeTax: row.prices_include_tax,
    price: money(row.total),
    currency: row.currency,
    paid: isPaid(row.payment_state) || (row.payment_state === 'on-account' && row.owed <= 0),
    paymentState: row.payment_state,
    fulfilmentState: row.fulfilment_state,
    carrier: row.carrier,
    tracking: row.tracking,
    refunded: money(row.refunded ?? 0),
    refundable: money(row.refundable ?? 0),
    transactionId: row.transaction_id,
    transactionID: row.transaction_id,
    placedAt: row.placed_at.toISOString(),
    reservedUntil: row.payment_state === 'unpaid' ? row.reserved_until.toISOString() : null,
    paidAt: row.paid_at?.toISOString() ?? null,
    boughtFor: row.bought_for,
    own: row.is_own,
    lines: row.lines.map(line => toLine(line, money)),
    parcels: (row.parcels ?? []).map(parcel => ({ ...parcel, shippedAt: new Date(parcel.shippedAt).toISOString() })),
  }
}

function toLine(line: LineRow, money: (minor: number) => number): Order['lines'][number] {
  return {
    position: line.position,
    tools_id: line.tool_id,
    toolName: line.tool_name,
    partNumber: line.part_number,
    img: line.image,
    quantity: line.quantity,
    unit: line.sales_unit,
    boxQuantity: line.box_quantity,
    unitPrice: money(line.unit_price),
    listPrice: line.list_price === null ? null : money(line.list_price),
    priceList: line.price_list === null ? null : { name: line.price_list, from: line.tier_from },
    net: money(line.net),
    taxRate: line.tax_rate / rateScale,
    taxClass: line.tax_class,
    taxReason: line.tax_reason,
    tax: money(line.tax),
    gross: money(line.net + line.tax),
    returned: line.came_back,
    cancelled: line.returned_quantity - line.came_back,
    returnable: line.quantity - line.returned_quantity - line.returning_quantity,
    shipped: line.shipped_quantity,
    toShip: unitsToShip(line),
    fit: line.fit,
    reference: line.reference,
  }
}

function taxesOf(row: OrderRow): Order['taxes'] {
  const shipping = { net: row.shipping_net, tax: row.shipping_tax, tax_rate: row.shipping_tax_rate }
  const parts = [{ ...shipping, tax_reason: row.shipping_tax_reason }, ...row.lines]
  const groups = parts.map(({ tax_rate: taxRate, tax_reason: reason, net, tax }) => ({ taxRate, reason, net, tax }))
  return taxGroupsOf(groups).map(group => taxGroupShown(group, row.currency))
}

function addressOf(row: OrderRow): Order['deliveryAddress'] {
  const { delivery_name: name, delivery_street: street, delivery_city: city, delivery_country: country } = row
  if (name === null || street === null || city === null || country === null) return null
  const { delivery_postal_code: postalCode, delivery_region: region } = row
  return { name, street, city, country, ...(postalCode && { postalCode }), ...(region && { region }) }
}

/** Whether nobody has ever ordered. Until this transaction ends nobody does. */
export async function isWithoutOrders(ctx: Context): Promise<boolean> {
  await sql`lock table orders in share row exclusive mode`.execute(ctx.db)
  const { rows } = await sql`select from orders limit 1`.execute(ctx.db)
  return rows.length === 0
}
