import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#parts/accounts'
import { vehicleName } from '../../finder.rules.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import { useLater } from '#ui/use-later.ts'
import type { Vehicle } from '../../finder.contract.ts'
import { barTexts } from '../bar.texts.ts'
import { pickerTexts } from '../picker.texts.ts'
import { chooseVehicle, garageLive, showFor, useGarage } from './garage-store.ts'
import type { PickerData } from './picker-data.ts'
import { withVehicle } from '../shop-address.ts'
import styles from './vehicle-bar.module.css'
import { VehiclePicker } from './vehicle-picker.tsx'

type VehicleBarProps = {
  /** The vehicle of the address, as the shop knows it. */
  vehicle: Vehicle | undefined
  /** The words that were searched for name a vehicle: the one that was chosen last has no say. */
  isNamed?: boolean
  /** The address names a vehicle that the shop does not know. */
  isGone?: boolean
  picker: PickerData
  /** What of the address stays while a vehicle is chosen without script. */
  keep?: readonly (readonly [string, string])[]
  /** What the button says that ends the choice. */
  action?: string
  /** How the line begins: "Showing parts for". */
  words: string
  /** The address of this page without any vehicle, which the vehicle is added to. */
  path: string
}

/** Only for who has vehicles. */
const loadList = () => import('./vehicle-list.tsx')

/** For which vehicle this page answers, and the ways to another one, or to none. */
export function VehicleBar(props: VehicleBarProps) {
  const { vehicle, isNamed = false, isGone = false, picker, keep = [], words, path } = props
  const { action = pickerTexts.showParts } = props
  const garage = useGarage()
  const { mine } = garage
  const list = useLater(mine.length > 0, loadList)
  const [isOpen, setOpen] = useState(false)
  const isStepping = picker.steps.year !== '' || picker.steps.vin !== ''
  useRemembered(path, { isShown: vehicle !== undefined || isNamed || isGone || isStepping })
  useOwnVehicles()
  const section = useRef<HTMLElement>(null)
  const follow = useFocusWhenGone(() => section.current)
  const chosen = () => {
    setOpen(false)
    follow(document.activeElement)
  }
  const pathFor = (id: number) => withVehicle(path, id)
  const choosing = (
    <div className={styles.choosing}>
      <VehiclePicker
        key={vehicle?.id}
        data={picker}
        pathFor={pathFor}
        page={path.split('?')[0] ?? path}
        keep={keep}
        action={action}
        onChosen={chosen}
      />
      {mine.length > 0 && list && (
        <list.VehicleList
          vehicles={mine}
          shown={vehicle?.id}
          pathFor={pathFor}
          onChosen={chosen}
          onEmpty={() => section.current?.focus()}
        />
      )}
    </div>
  )
  if (!vehicle) {
    return (
      <section ref={section} tabIndex={-1} className={styles.bar} aria-label={barTexts.yourVehicle} data-print="no">
        <p className={styles.title}>
          <Icon name="car" size={22} />
          <b>{pickerTexts.chooseVehicle}</b>
        </p>
        {isGone && (
          <p role="status" className={styles.gone}>
            {barTexts.vehicleGone}
          </p>
        )}
        {choosing}
      </section>
    )
  }
  const name = vehicleName(vehicle)
  const isMine = mine.some(({ id }) => id === vehicle.id)
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.bar}
      data-chosen
      aria-label={barTexts.yourVehicle}
      data-print="no"
    >
      <details
        className={styles.change}
        open={isOpen || isStepping}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <summary className={styles.title}>
          <Icon name="car" size={22} />
          <span>
            {words} <b>{name}</b> <span className={styles.verb}>{barTexts.change}</span>
          </span>
        </summary>
        {choosing}
      </details>
      <p className={styles.actions}>
        {/* Somebody else's vehicle, from an address that was sent. Only script can keep it. */}
        {garage.current?.id !== vehicle.id && !isMine && <KeepVehicle vehicle={vehicle} onKept={follow} />}
        <Link
          to={withVehicle(path, undefined)}
          preventScrollReset
          className={styles.clear}
          aria-label={barTexts.clearNamed(name)}
          onClick={event => {
            follow(event.currentTarget)
            showFor(undefined)
          }}
        >
          {barTexts.clear}
        </Link>
      </p>
    </section>
  )
}

function KeepVehicle({ vehicle, onKept }: { vehicle: Vehicle; onKept: (pressed: Element) => void }) {
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  return (
    <Button
      variant="quiet"
      size="small"
      onClick={event => {
        onKept(event.currentTarget)
        chooseVehicle(vehicle)
      }}
    >
      {barTexts.keep}
    </Button>
  )
}

/** A page that names no vehicle is shown for the one that was chosen last, here or at an earlier visit. */
function useRemembered(path: string, { isShown }: { isShown: boolean }): void {
  const { current } = useGarage()
  const navigate = useNavigate()
  const { search } = useLocation()
  const id = new URLSearchParams(search).has('vehicle') || isShown ? undefined : current?.id
  useEffect(() => {
    if (id !== undefined) void navigate(withVehicle(path, id), { replace: true, preventScrollReset: true })
  }, [id, navigate, path])
}

/** Reads the account's vehicles for the lists of them. What failed is told once, and read again by the next page. */
function useOwnVehicles(): void {
  const email = useSession().account?.email
  useEffect(() => {
    if (email === undefined) return
    const load = async () => (await garageLive()).loadOwnVehicles(email)
    load().catch((error: unknown) => {
      // An ended session has its own words.
      if (!(error instanceof CallFailed && error.status === 401)) toastFailure(error)
    })
  }, [email])
}
