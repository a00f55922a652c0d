import { useEffect, useState } from 'react'
import { useAccount } from '#parts/accounts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Placeholders } from '#ui/placeholders.tsx'
import { ReadFailed } from '#ui/read-failed.tsx'
import { finderTexts } from '../finder.texts.ts'
import { loadOwnVehicles, useGarage, vehiclesOf } from './garage-store.ts'
import styles from './own-vehicles.module.css'
import { withVehicle } from './shop-address.ts'
import { VehicleList } from './vehicle-list.tsx'

/** The vehicles of the account, on its page. */
export function OwnVehicles() {
  const garage = useGarage()
  const { error, isTrying, read } = useReading(useAccount().email)
  const vehicles = vehiclesOf(garage)
  return (
    <Card as="section" className={styles.card}>
      <h2>{finderTexts.myVehicles}</h2>
      {garage.own && vehicles.length > 0 && (
        <>
          <p className={styles.lead}>{finderTexts.myVehiclesLead}</p>
          <VehicleList
            vehicles={vehicles}
            shown={garage.current?.id}
            pathFor={id => withVehicle('/shop', id)}
            titleHidden
          />
        </>
      )}
      {garage.own && vehicles.length === 0 && (
        <Empty
          title={finderTexts.noVehicles}
          action={<LinkButton to="/shop">{finderTexts.toChooseVehicle}</LinkButton>}
        >
          {finderTexts.noVehiclesNext}
        </Empty>
      )}
      {!garage.own && !error && <Placeholders count={1} className={styles.waiting} />}
      {!garage.own && error && (
        <ReadFailed title={finderTexts.vehiclesFailed} error={error} isTrying={isTrying} onTry={read} />
      )}
    </Card>
  )
}

function useReading(email: string) {
  const [error, setError] = useState<Error>()
  const [isTrying, setTrying] = useState(false)
  const read = () => {
    setTrying(true)
    loadOwnVehicles(email)
      .then(() => setError(undefined))
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setTrying(false))
  }
  useEffect(read, [email])
  return { error, isTrying, read }
}
