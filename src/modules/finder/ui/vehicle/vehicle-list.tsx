import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '#parts/accounts'
import { vehicleName } from '../../finder.rules.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { toastFailure, toastPlace, toastSuccess } from '#ui/feedback/toast.ts'
import { garageTexts } from '../../garage/garage.texts.ts'
import { pickerTexts } from '../picker.texts.ts'
import { forgetVehicle, forgetVin } from './garage-live.ts'
import { type GarageVehicle, chooseVehicle, showFor } from './garage-store.ts'
import { withVehicle } from '../shop-address.ts'
import styles from './vehicle-list.module.css'

type VehicleListProps = {
  vehicles: readonly GarageVehicle[]
  /** The one that the page is shown for. */
  shown: number | undefined
  /** Where one leads: this path and query with the vehicle added. */
  path: string
  /** The last one was removed, and the list has gone with it: for the focus. */
  onEmpty: () => void
  /** Where it has a heading of its own already. */
  titleHidden?: boolean
}

type Question = { what: 'remove' | 'erase'; vehicle: GarageVehicle }

/** My vehicles: each leads to the parts for it, and can be forgotten, whole or its VIN alone. */
export function VehicleList({ vehicles, shown, path, onEmpty, titleHidden = false }: VehicleListProps) {
  const { state } = useSession()
  const [question, setQuestion] = useState<Question>()
  const list = useRef<HTMLElement>(null)
  return (
    <section ref={list} tabIndex={-1} className={styles.list} aria-label={garageTexts.myVehicles}>
      {/* No heading: in the vehicle bar it stands before the page's own. */}
      {!titleHidden && (
        <p className={styles.title} aria-hidden="true">
          {garageTexts.myVehicles}
        </p>
      )}
      <ul role="list">
        {vehicles.map(vehicle => (
          <Row
            key={vehicle.id}
            vehicle={vehicle}
            isShown={vehicle.id === shown}
            to={withVehicle(path, vehicle.id)}
            onAsk={what => {
              // It must be there to say that the shop is out of reach.
              toastPlace.want()
              setQuestion({ what, vehicle })
            }}
          />
        ))}
      </ul>
      {state === 'signed-out' && <p className={styles.hint}>{garageTexts.myVehiclesLocal}</p>}
      <Question
        question={question}
        onClose={() => setQuestion(undefined)}
        onDone={() => (list.current ? list.current.focus() : onEmpty())}
      />
    </section>
  )
}

type RowProps = {
  vehicle: GarageVehicle
  isShown: boolean
  to: string
  onAsk: (what: Question['what']) => void
}

function Row({ vehicle, isShown, to, onAsk }: RowProps) {
  const name = vehicleName(vehicle)
  const choose = () => {
    // The account's own are there already; those of this browser come to the front.
    if (vehicle.ownId) showFor(plain(vehicle))
    else chooseVehicle(plain(vehicle))
  }
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <Link to={to} stay aria-label={pickerTexts.showPartsNamed(name)} onClick={choose}>
          {vehicle.name ? `${vehicle.name}: ${name}` : name}
        </Link>
        {isShown && <Badge tone="ok">{garageTexts.shownNow}</Badge>}
      </p>
      {vehicle.maskedVin && (
        <p className={styles.vin}>
          <code>{garageTexts.vinMasked(vehicle.maskedVin)}</code>
          <Button
            size="small"
            variant="quiet"
            aria-label={garageTexts.eraseVinNamed(name)}
            onClick={() => onAsk('erase')}
          >
            {garageTexts.eraseVin}
          </Button>
        </p>
      )}
      <p className={styles.actions}>
        <Button size="small" variant="quiet" aria-label={garageTexts.removeNamed(name)} onClick={() => onAsk('remove')}>
          {garageTexts.remove}
        </Button>
      </p>
    </li>
  )
}

const plain = ({ id, year, make, model, engine }: GarageVehicle) => ({
  id,
  year,
  make,
  model,
  ...(engine && { engine }),
})

type QuestionProps = { question: Question | undefined; onClose: () => void; onDone: () => void }

/** Asks before anything is forgotten. */
function Question({ question, onClose, onDone }: QuestionProps) {
  const [isPending, setPending] = useState(false)
  const name = question ? vehicleName(question.vehicle) : ''
  const isRemoving = question?.what === 'remove'
  const act = async () => {
    if (!question) return
    setPending(true)
    try {
      await (isRemoving ? forgetVehicle(question.vehicle) : forgetVin(question.vehicle))
      toastSuccess(isRemoving ? garageTexts.removed(name) : garageTexts.erased)
      // Closed at once: a dialog gives the focus back to its button, and that may be gone with its row.
      flushSync(onClose)
      onDone()
    } catch (error) {
      toastFailure(error)
    }
    setPending(false)
  }
  return (
    <Dialog
      open={question !== undefined}
      onClose={() => !isPending && onClose()}
      title={isRemoving ? garageTexts.removeQuestion(name) : garageTexts.eraseQuestion(name)}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {garageTexts.cancel}
          </Button>
          <Button variant="danger" pending={isPending} onClick={() => void act()}>
            {isRemoving ? garageTexts.remove : garageTexts.eraseVin}
          </Button>
        </>
      }
    >
      <p>{isRemoving ? garageTexts.removeEffect : garageTexts.eraseEffect}</p>
    </Dialog>
  )
}
