import { useState } from 'react'
import type { AdminOrder } from '#contracts/ordering'
import { formatNumber } from '#kernel/formats'
import { catalogueTexts } from '#texts/catalogue'
import { classNames } from '#ui/class-names.ts'
import { DateTime } from '#ui/data/date.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { useShop } from '#ui/shop.tsx'
import { deliveryOf, linesToPack, pickListOf } from '#rules/ordering'
import { PaperHead, paperClass } from '#parts/ordering'
import { deliveryTexts, ordersTexts } from '#texts/ordering'
import type { Content } from '#rules/content'
import styles from './papers.module.css'
import { printTexts as texts } from './print.texts.ts'

/** What to fetch from the shelves, and for which orders. */
export function PickList({ orders, shop }: { orders: readonly AdminOrder[]; shop: string }) {
  const { locale } = useShop()
  const [now] = useState(() => new Date().toISOString())
  return (
    <article className={classNames(paperClass, styles.paper)}>
      <PaperHead seller={{ name: shop }}>
        <div className={styles.title}>
          <h2>{texts.pickList}</h2>
          <p>
            {texts.printedAt} <DateTime value={now} precision="paper" />
          </p>
        </div>
      </PaperHead>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{texts.partNumber}</th>
            <th scope="col">{texts.tool}</th>
            <th scope="col" className={styles.units}>
              {texts.quantity}
            </th>
            <th scope="col">{texts.forOrders}</th>
          </tr>
        </thead>
        <tbody>
          {pickListOf(orders).map(({ partNumber, toolName, quantity, orders, ...soldBy }, index) => (
            <tr key={index}>
              <th scope="row">
                <PartNumber value={partNumber} />
              </th>
              <td>{catalogueTexts.inUnits(toolName, soldBy)}</td>
              <td className={styles.units}>{formatNumber(quantity, locale)}</td>
              <td className={styles.orders}>
                {orders.map(order => (
                  <span key={order.number}>{texts.unitsOf(formatNumber(order.quantity, locale), order.number)}</span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

function PartNumber({ value }: { value: string | null }) {
  return value === null ? <span className={styles.none}>{texts.noPartNumber}</span> : <code>{value}</code>
}

type Seller = Content['shop']

/** What lies in one box, from whom and to whom: without prices, for whoever unpacks it need not know them. */
export function PackingSlip({ order, seller }: { order: AdminOrder; seller: Seller }) {
  const { locale } = useShop()
  const lines = linesToPack(order)
  const units = lines.reduce((sum, line) => sum + line.toShip, 0)
  return (
    <article className={classNames(paperClass, styles.paper)}>
      <PaperHead seller={seller}>
        <div className={styles.title}>
          <h2>{texts.slip}</h2>
          <p>
            <code>{order.number}</code>
          </p>
        </div>
      </PaperHead>
      <div className={styles.facts}>
        <dl>
          <Fact className={styles.fact} name={texts.deliverTo}>
            <address className={styles.address}>
              <strong>{order.company}</strong>
              <span>{order.name}</span>
              <span className={styles.place}>{order.address}</span>
            </address>
          </Fact>
        </dl>
        <dl className={styles.more}>
          <Fact className={styles.fact} name={texts.orderedAt}>
            <DateTime value={order.placedAt} precision="day" />
          </Fact>
          <Fact className={styles.fact} name={deliveryTexts.method}>
            {deliveryOf(order)}
          </Fact>
          {order.phone && (
            <Fact className={styles.fact} name={texts.phone}>
              {order.phone}
            </Fact>
          )}
          {order.purchaseOrderReference && (
            <Fact className={styles.fact} name={texts.reference}>
              {order.purchaseOrderReference}
            </Fact>
          )}
          {order.notes && (
            <Fact className={styles.fact} name={ordersTexts.notes}>
              <span className={styles.place}>{order.notes}</span>
            </Fact>
          )}
        </dl>
      </div>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{texts.partNumber}</th>
            <th scope="col">{texts.tool}</th>
            <th scope="col" className={styles.units}>
              {texts.quantity}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.position}>
              <th scope="row">
                <PartNumber value={line.partNumber} />
              </th>
              <td>
                {catalogueTexts.inUnits(line.toolName, line)}
                {line.fit && <span className={styles.vehicle}>{texts.forVehicle(line.fit.vehicle)}</span>}
                {line.reference && <span className={styles.vehicle}>{ordersTexts.lineReference(line.reference)}</span>}
              </td>
              <td className={styles.units}>{formatNumber(line.toShip, locale)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {texts.allUnits}
            </th>
            <td className={styles.units}>{formatNumber(units, locale)}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  )
}
