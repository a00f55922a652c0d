import { useEffect, useId, useRef, useState } from 'react'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { Stepper } from '#ui/controls/stepper.tsx'
import { ordersAdminTexts as texts } from '../orders/admin.texts.ts'
import type { Order } from '../orders/orders.contract.ts'
import styles from './order-dialogs.module.css'

type Chosen = { position: number; quantity: number; left: number }

/** How many units of each line are chosen, of those that have not left the shop. */
export function useUnits(order: Order, proposed: (line: Order['lines'][number]) => number) {
  // Kept as they were when the dialog opened: what was typed stays with its line, whatever comes back meanwhile.
  const [lines] = useState(() => order.lines.filter(line => line.toShip > 0))
  const [chosen, setChosen] = useState(() => new Map(lines.map(line => [line.position, proposed(line)])))
  const [problem, setProblem] = useState<{ message: string; position?: number }>()
  const quantityOf = (position: number) => chosen.get(position)
  const most = lines.reduce((sum, line) => sum + line.toShip, 0)
  const all: Chosen[] = lines.map(({ position, toShip }) => ({
    position,
    quantity: quantityOf(position) ?? 0,
    left: toShip,
  }))
  return {
    lines,
    most,
    problem,
    quantityOf,
    isAll: all.every(line => line.quantity === line.left),
    chosen: all.filter(line => line.quantity > 0),
    set(position: number, quantity: number | undefined) {
      setProblem(undefined)
      setChosen(before => {
        const after = new Map(before)
        if (quantity === undefined) after.delete(position)
        else after.set(position, quantity)
        return after
      })
    },
    complain: (message: string) => setProblem({ message }),
    /** The chosen units; undefined, with a sentence beside the field, where that is nothing or more than there is. */
    check(): Chosen[] | undefined {
      const selected = all.filter(line => line.quantity > 0)
      const tooMany = all.find(line => line.quantity > line.left)
      const problem = tooMany
        ? { message: texts.unitsTooMany(tooMany.left), position: tooMany.position }
        : selected.length === 0
          ? { message: texts.unitsNeeded }
          : undefined
      setProblem(problem)
      return tooMany || selected.length === 0 ? undefined : selected
    },
  }
}

export type UnitsState = ReturnType<typeof useUnits>

/** A stepper for each line. */
export function UnitFields({ title, text, units }: { title: string; text: string; units: UnitsState }) {
  const hintId = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  const { problem } = units
  useEffect(() => {
    if (problem?.position !== undefined) leadToWrong(fields.current)
  }, [problem])
  return (
    <fieldset ref={fields} className={styles.choices} aria-describedby={hintId}>
      <legend>{title}</legend>
      <p id={hintId}>{text}</p>
      {units.lines.map(({ position, toolName, toShip }) => (
        <Stepper
          key={position}
          label={toolName}
          value={units.quantityOf(position)}
          onChange={quantity => units.set(position, quantity)}
          least={0}
          most={toShip}
          error={problem?.position === position ? problem.message : undefined}
        />
      ))}
      <FormProblem>{problem?.position === undefined && problem?.message}</FormProblem>
    </fieldset>
  )
}
