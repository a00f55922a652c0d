import { useRef, useState } from 'react'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import type { Vehicle } from '../../vehicles/vehicles.contract.ts'
import { stepTexts } from '../step.texts.ts'
import type { PickerData } from './picker-data.ts'
import type { VehicleSteps } from '../shop-address.ts'

export type StepName = 'year' | 'make' | 'model' | 'engine'

/** The steps before one, with it, and nothing after it: another year has other makes. */
function stepsUpTo(steps: VehicleSteps, name: StepName, value: string): VehicleSteps {
  const { year, make, model } = steps
  const none = { year: '', make: '', model: '', engine: '', vin: '' }
  if (name === 'year') return { ...none, year: value }
  if (name === 'make') return { ...none, year, make: value }
  if (name === 'model') return { ...none, year, make, model: value }
  return { ...none, year, make, model, engine: value }
}

/** The selector's state with script: each choice fetches the list after it. Without, the form itself does. */
export function useVehicleSteps(data: PickerData) {
  const [steps, setSteps] = useState(data.steps)
  const [lists, setLists] = useState(data.lists)
  const [isLoading, setLoading] = useState(false)
  const [problem, setProblem] = useState('')
  const turn = useRef(0)

  const choose = (name: StepName, value: string) => take(steps, name, value)

  async function take(before: VehicleSteps, name: StepName, value: string): Promise<void> {
    turn.current += 1
    const mine = turn.current
    const next = stepsUpTo(before, name, value)
    setSteps(next)
    setProblem('')
    if (name === 'engine') return
    setLists(current => ({
      makes: name === 'year' ? undefined : current.makes,
      models: name === 'model' ? current.models : undefined,
      engines: undefined,
    }))
    setLoading(value !== '')
    if (value === '') return
    try {
      const { readNextList } = await import('./vehicle-calls.ts')
      const list = await readNextList(next)
      // Somebody has chosen again meanwhile: this list belongs to what they left.
      if (mine !== turn.current) return
      setLists(current => ({ ...current, ...list }))
      const [only, ...others] = list.makes ?? list.models ?? []
      // Where there is one choice alone, nobody need make it.
      if (only && others.length === 0) return await take(next, list.makes ? 'make' : 'model', only.value)
    } catch (error) {
      if (mine === turn.current) setProblem(sentenceOf(error))
    }
    if (mine === turn.current) setLoading(false)
  }

  /** The vehicle of all steps; undefined while steps are missing, or where there is no such vehicle. */
  const find = async (): Promise<Vehicle | undefined> => {
    setProblem('')
    setLoading(true)
    try {
      const { findVehicle } = await import('./vehicle-calls.ts')
      const vehicle = await findVehicle(steps)
      if (!vehicle) setProblem(stepTexts.noSuchVehicle)
      return vehicle
    } catch (error) {
      setProblem(sentenceOf(error))
      return undefined
    } finally {
      setLoading(false)
    }
  }

  const isWhole =
    steps.model !== '' && lists.engines !== undefined && (lists.engines.length === 0 || steps.engine !== '')
  return { steps, lists, isLoading, isWhole, problem, choose, find }
}

export function sentenceOf(error: unknown): string {
  return error instanceof CallFailed ? error.message : kitTexts.unexpected
}
