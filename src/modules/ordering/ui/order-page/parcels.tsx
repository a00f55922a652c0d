import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { useShop } from '#ui/shop.tsx'
import { ordersAdminTexts } from '../../orders/admin.texts.ts'
import type { Order, Parcel } from '../../orders/orders.contract.ts'
import { ordersTexts } from '../../orders/orders.texts.ts'
import { CorrectDialog } from '../../shipments/shipment-dialog.tsx'
import styles from './parcels.module.css'

/** By whom the goods went: in one parcel, or in several with what is in each. Admins correct the carriage of one. */
export function Parcels({ order, isAdmin }: { order: Order; isAdmin: boolean }) {
  const [parcelToCorrect, setParcelToCorrect] = useState<Parcel>()
  const isInParts = order.parcels.length > 1 || order.fulfilmentState === 'open'
  if (order.parcels.length === 0) {
    return (
      <dl>
        <Fact name={ordersTexts.carrier}>{ordersTexts.notShippedYet}</Fact>
      </dl>
    )
  }
  return (
    <>
      <ul role="list" className={styles.parcels}>
        {order.parcels.map((parcel, index) => (
          <li key={parcel._id}>
            {isInParts && (
              <p className={styles.name}>
                {ordersTexts.parcel(index + 1)}, <DateTime value={parcel.shippedAt} precision="day" />
              </p>
            )}
            <dl className={styles.facts}>
              <Fact name={ordersTexts.carrier}>{parcel.carrier}</Fact>
              {parcel.tracking && (
                <Fact name={ordersTexts.tracking}>
                  <code>{parcel.tracking}</code>
                </Fact>
              )}
            </dl>
            {isInParts && <Contents order={order} parcel={parcel} />}
            {isAdmin && isInParts && order.fulfilmentState !== 'delivered' && (
              <div data-print="no">
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={ordersAdminTexts.correctParcel(index + 1)}
                  onClick={() => setParcelToCorrect(parcel)}
                >
                  {ordersAdminTexts.correctShort}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {isAdmin && (
        <CorrectDialog order={order} parcel={parcelToCorrect} onClose={() => setParcelToCorrect(undefined)} />
      )}
    </>
  )
}

function Contents({ order, parcel }: { order: Order; parcel: Parcel }) {
  const { locale } = useShop()
  const nameOf = (position: number) => order.lines.find(line => line.position === position)?.toolName ?? ''
  return (
    <ul role="list" className={styles.contents}>
      {parcel.lines.map(({ position, quantity }) => (
        <li key={position}>{ordersAdminTexts.goodsOf(formatNumber(quantity, locale), nameOf(position))}</li>
      ))}
    </ul>
  )
}
