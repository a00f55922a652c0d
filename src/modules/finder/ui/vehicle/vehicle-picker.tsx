import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { useNavigation } from '#ui/navigation/link.tsx'
import { pickerTexts } from '../picker.texts.ts'
import { GoOn } from './go-on.tsx'
import { chooseVehicle } from './garage-store.ts'
import type { PickerData } from './picker-data.ts'
import { unknownEngine, withVehicle } from '../shop-address.ts'
import { type StepName, useVehicleSteps } from './use-vehicle-steps.ts'
import styles from './vehicle-picker.module.css'
import { VinField } from './vin-field.tsx'

type VehiclePickerProps = {
  data: PickerData
  /** Where a vehicle leads: the page of this path and query with the vehicle added. */
  path: string
  /** What else of the address stays while steps are taken without script. */
  keep?: readonly (readonly [string, string])[]
  /** The button that ends it: Get Started. */
  action: string
  /** `hero`: larger, on the home page. */
  look?: 'hero' | 'plain'
}

/**
 * Year, make, model, engine. Without script each step is sent, and the page comes back with the next list; with script
 * the lists arrive one after the other.
 */
export function VehiclePicker(props: VehiclePickerProps) {
  // Another address has other steps: what was chosen for the last one is over.
  return <Picker key={JSON.stringify([props.data.steps, props.data.outcome])} {...props} />
}

function Picker({ data, path, keep = [], action, look = 'plain' }: VehiclePickerProps) {
  const { go } = useNavigation()
  // The page that shows the steps, and comes back with the next one where there is no script.
  const [page = path] = path.split('?')
  const picking = useVehicleSteps(data)
  const form = useRef<HTMLFormElement>(null)
  const { steps, lists, isLoading, isWhole, problem } = picking
  const start = async () => {
    const vehicle = await picking.find()
    if (!vehicle) return
    chooseVehicle(vehicle)
    go(withVehicle(path, vehicle.id), { stay: true })
  }
  const hiddenFields = keep.map(([name, value], at) => <input key={at} type="hidden" name={name} value={value} />)
  const step = { onChoose: picking.choose }
  return (
    <div className={classNames(styles.picker, styles[look])}>
      <form
        ref={form}
        method="get"
        action={page}
        className={styles.steps}
        data-theme={look === 'hero' ? 'light' : undefined}
        aria-label={pickerTexts.chooseVehicle}
        aria-busy={isLoading || undefined}
        onSubmit={event => {
          // Before all lists are there the form goes to the page, which knows the next step.
          if (!isWhole) return
          event.preventDefault()
          void start()
        }}
      >
        {hiddenFields}
        <Step name="year" label={pickerTexts.year} value={steps.year} list={data.years} {...step}>
          {pickerTexts.choose}
        </Step>
        <Step name="make" label={pickerTexts.make} value={steps.make} list={lists.makes} {...step}>
          {pickerTexts.choose}
        </Step>
        <Step name="model" label={pickerTexts.model} value={steps.model} list={lists.models} {...step}>
          {pickerTexts.choose}
        </Step>
        <Step name="engine" label={pickerTexts.engine} value={steps.engine} list={lists.engines} {...step}>
          {lists.engines?.length === 0 ? pickerTexts.engineNotAsked : pickerTexts.choose}
        </Step>
        <Button type="submit" variant="primary" className={styles.action ?? ''} pending={isLoading}>
          {action}
        </Button>
      </form>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.others}>
        <VinField
          page={page}
          keep={hiddenFields}
          path={path}
          outcome={data.outcome}
          typed={data.steps.vin}
          onByHand={year => {
            if (year !== undefined) void picking.choose('year', String(year))
            form.current?.querySelector('select')?.focus()
          }}
        />
        {look === 'hero' && <GoOn path={path} />}
      </div>
    </div>
  )
}

type StepProps = {
  name: StepName
  label: string
  value: string
  list: readonly { value: string; label: string }[] | undefined
  onChoose: (name: StepName, value: string) => Promise<void>
  /** What the empty choice says. */
  children: ReactNode
}

function Step({ name, label, value, list, onChoose, children }: StepProps) {
  const id = useId()
  const isReady = list !== undefined && list.length > 0
  return (
    <div className={styles.step} data-ready={isReady || undefined}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={isReady ? value : ''}
        disabled={!isReady}
        required
        onChange={event => void onChoose(name, event.target.value)}
      >
        <option value="">{children}</option>
        {list?.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {name === 'engine' && isReady && <option value={unknownEngine}>{pickerTexts.engineUnknown}</option>}
      </select>
    </div>
  )
}
