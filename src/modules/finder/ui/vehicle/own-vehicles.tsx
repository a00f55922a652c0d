import { useEffect, useRef, useState } from 'react'
import { useAccount } from '#parts/accounts'
import { Card } from '#ui/data/card.tsx'
import { LinkButton } from '#ui/controls/button.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Placeholders } from '#ui/feedback/placeholders.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { garageTexts } from '../../garage/garage.texts.ts'
import { loadOwnVehicles } from './garage-live.ts'
import { useGarage } from './garage-store.ts'
import styles from './own-vehicles.module.css'
import { VehicleList } from './vehicle-list.tsx'

/** The vehicles of the account, on its page. */
export function OwnVehicles() {
  const garage = useGarage()
  const { error, isTrying, read } = useReading(useAccount().email)
  const vehicles = garage.mine
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <Card as="section" className={styles.card}>
      <h2 ref={title} tabIndex={-1}>
        {garageTexts.myVehicles}
      </h2>
      {garage.own && vehicles.length > 0 && (
        <>
          <p className={styles.lead}>{garageTexts.myVehiclesLead}</p>
          <VehicleList
            vehicles={vehicles}
            shown={garage.current?.id}
            path="/shop"
            onEmpty={() => title.current?.focus()}
            titleHidden
          />
        </>
      )}
      {garage.own && vehicles.length === 0 && (
        <Empty
          title={garageTexts.noVehicles}
          action={<LinkButton to="/shop">{garageTexts.toChooseVehicle}</LinkButton>}
        >
          {garageTexts.noVehiclesNext}
        </Empty>
      )}
      {!garage.own && !error && <Placeholders count={1} className={styles.waiting} />}
      {!garage.own && error && (
        <ReadFailed title={garageTexts.vehiclesFailed} error={error} isTrying={isTrying} onTry={read} />
      )}
    </Card>
  )
}

/** Reads the account's vehicles; `read` tries again. */
function useReading(email: string) {
  const [turn, setTurn] = useState(0)
  const [outcome, setOutcome] = useState<{ turn: number; error?: Error }>()
  useEffect(() => {
    const run = async () => {
      try {
        await loadOwnVehicles(email)
        setOutcome({ turn })
      } catch (cause) {
        setOutcome({ turn, error: cause instanceof Error ? cause : new Error(String(cause)) })
      }
    }
    void run()
  }, [email, turn])
  return { error: outcome?.error, isTrying: outcome?.turn !== turn, read: () => setTurn(turn + 1) }
}
