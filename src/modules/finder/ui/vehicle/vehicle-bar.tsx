import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '#parts/accounts'
import { vehicleName } from '../../finder.rules.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { useFocusWhenGone } from '#ui/controls/focus-when-gone.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'
import { useLater } from '#ui/use-later.ts'
import type { Vehicle } from '../../vehicles/vehicles.contract.ts'
import { barTexts } from '../bar.texts.ts'
import { pickerTexts } from '../picker.texts.ts'
import { chooseVehicle, garageLive, showFor, useGarage } from './garage-store.ts'
import type { PickerData } from './picker-data.ts'
import { withVehicle } from '../shop-address.ts'
import sheet from '../list/filters.module.css'
import styles from './vehicle-bar.module.css'
import { VehiclePicker } from './vehicle-picker.tsx'

export type VehicleBarProps = {
  /** The vehicle of the address, as the shop knows it. */
  vehicle: Vehicle | undefined
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

const sheetId = 'vehicle-choice'

/** Only for who has vehicles. */
const loadList = () => import('./vehicle-list.tsx')

/** For which vehicle this page answers, and the ways to another one, or to none. */
export function VehicleBar(props: VehicleBarProps) {
  const { vehicle, isGone = false, picker, keep = [], words, path, action = pickerTexts.showParts } = props
  const garage = useGarage()
  const { mine } = garage
  // Behind the vehicle that is shown, my vehicles wait until somebody wants another one.
  const [isOpen, setOpen] = useState(isStepping(picker))
  const list = useLater(mine.length > 0 && (isOpen || !vehicle), loadList)
  // It may have been opened before the script had come.
  const openedBefore = useCallback((details: HTMLDetailsElement | null) => {
    if (details?.open) setOpen(true)
  }, [])
  useOwnVehicles()
  const section = useRef<HTMLElement>(null)
  const follow = useFocusWhenGone(() => section.current)
  const choosing = (
    <div className={styles.choosing}>
      <VehiclePicker key={vehicle?.id} data={picker} path={path} keep={keep} action={action} />
      {mine.length > 0 && list && (
        <list.VehicleList vehicles={mine} shown={vehicle?.id} path={path} onEmpty={() => section.current?.focus()} />
      )}
    </div>
  )
  if (!vehicle) {
    return (
      <section
        ref={section}
        id="vehicle"
        tabIndex={-1}
        className={styles.bar}
        aria-label={barTexts.yourVehicle}
        data-print="no"
      >
        {/* Where there is no room for both the products come first: the choice is a sheet, unless somebody is in the middle of it. */}
        {!isOpen && (
          <button type="button" className={styles.open} popoverTarget={sheetId}>
            <Icon name="car" size={22} />
            {pickerTexts.chooseVehicle}
          </button>
        )}
        {isGone && (
          <p role="status" className={styles.gone}>
            {barTexts.vehicleGone}
          </p>
        )}
        <div
          id={sheetId}
          className={classNames(styles.choice, !isOpen && sheet.sheet)}
          {...(!isOpen && { popover: 'auto' as const })}
        >
          <p className={styles.title}>
            <Icon name="car" size={22} />
            <b>{pickerTexts.chooseVehicle}</b>
            {!isOpen && (
              <button
                type="button"
                className={sheet.close}
                popoverTarget={sheetId}
                popoverTargetAction="hide"
                aria-label={barTexts.close}
              >
                <Icon name="x" size={22} />
              </button>
            )}
          </p>
          {choosing}
        </div>
      </section>
    )
  }
  const name = vehicleName(vehicle)
  const isMine = mine.some(({ id }) => id === vehicle.id)
  return (
    <section
      ref={section}
      id="vehicle"
      tabIndex={-1}
      className={styles.bar}
      data-chosen
      aria-label={barTexts.yourVehicle}
      data-print="no"
    >
      <details
        ref={openedBefore}
        className={styles.change}
        open={isStepping(picker)}
        onToggle={event => setOpen(event.currentTarget.open)}
      >
        <summary className={styles.title}>
          <Icon name="car" size={22} />
          <span>
            <span className={styles.words}>{words}</span> <b>{name}</b>{' '}
            <span className={styles.verb}>{barTexts.change}</span>
          </span>
        </summary>
        {choosing}
      </details>
      <p className={styles.actions}>
        {/* Somebody else's vehicle, from an address that was sent. Only script can keep it. */}
        {garage.current?.id !== vehicle.id && !isMine && <KeepButton vehicle={vehicle} onKeep={follow} />}
        <Link
          to={withVehicle(path, undefined)}
          stay
          // Until it is pressed the vehicle is remembered, and leads back here.
          data-ahead="no"
          className={styles.clear}
          aria-label={barTexts.clearNamed(name)}
          onClick={() => showFor(undefined)}
        >
          {barTexts.clear}
        </Link>
      </p>
    </section>
  )
}

function KeepButton({ vehicle, onKeep }: { vehicle: Vehicle; onKeep: (pressed: Element) => void }) {
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={barTexts.keep}
      onClick={event => {
        onKeep(event.currentTarget)
        chooseVehicle(vehicle)
      }}
    >
      <span className={styles.whole}>{barTexts.keep}</span>
      <span className={styles.short}>{barTexts.keepShort}</span>
    </Button>
  )
}

export const isStepping = ({ steps }: PickerData) => steps.year !== '' || steps.vin !== ''

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
