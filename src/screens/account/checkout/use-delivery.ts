import { useEffect, useState } from 'react'
import type { Basket, KeptAddress } from '#contracts/ordering'
import type { DeliverTo } from '#parts/ordering'

type DeliveryInput = {
  delivery: Basket['delivery']
  /** The address that is chosen; undefined while one is typed. */
  address: KeptAddress | undefined
  typed: { country: string | undefined; region: string | undefined }
  /** Hears what the total depends on. */
  onDeliverTo: (to: DeliverTo) => void
}

/** Where it goes and by which method: told to the basket, whose total depends on it. */
export function useDelivery({ delivery, address, typed, onDeliverTo }: DeliveryInput) {
  const [method, setMethod] = useState<string>()
  const { country, region } = address ?? typed
  const { dependsOnAddress } = delivery
  useEffect(() => {
    // Most shops have one rate and one method: their total is known already.
    if (!dependsOnAddress) return
    onDeliverTo({
      ...(country && { country }),
      ...(region && { region }),
      ...(method && { deliveryMethod: method }),
    })
  }, [dependsOnAddress, country, region, method, onDeliverTo])
  // One that does not do is not what the total is for.
  const choice = delivery.problem || method === undefined ? delivery.method : method
  return { choice, choose: setMethod }
}
