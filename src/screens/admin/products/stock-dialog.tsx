import { formatNumber } from '#kernel/formats'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { DateTime } from '#ui/data/date.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { useShop } from '#ui/shop.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Stepper } from '#ui/controls/stepper.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { productTexts } from './products.texts.ts'
import { ChangeStock, type StockMovement, type Tool } from '#contracts/catalogue'
import { mostUnits } from '#rules/catalogue'
import styles from './stock-dialog.module.css'
import { useChangeStock, useStock } from './tool-queries.ts'

/** The stock of a tool: what is there and what orders hold, a booking, and the latest of the ledger. */
export function StockDialog({ tool, onClose }: { tool: Tool | undefined; onClose: () => void }) {
  const [isBooking, setBooking] = useState(false)
  return (
    <Dialog
      open={tool !== undefined}
      onClose={() => {
        if (!isBooking) onClose()
      }}
      title={tool && productTexts.stockNamed(tool.name)}
    >
      {tool && <Stock key={tool._id} tool={tool} onClose={onClose} onBooking={setBooking} />}
    </Dialog>
  )
}

type StockProps = { tool: Tool; onClose: () => void; onBooking: (isBooking: boolean) => void }

function Stock({ tool, onClose, onBooking }: StockProps) {
  const stock = useStock(tool._id)
  const { locale } = useShop()
  const level = stock.data?.level
  const inWords = (units: number | undefined) => (units === undefined ? kitTexts.loading : formatNumber(units, locale))
  return (
    <div className={styles.stock}>
      <dl className={styles.level}>
        <Fact name={productTexts.onHand}>{inWords(level?.onHand)}</Fact>
        <Fact name={productTexts.held}>{inWords(level?.held)}</Fact>
        <Fact name={productTexts.left}>{inWords(level?.availableQuantity ?? tool.availableQuantity)}</Fact>
      </dl>
      <Booking
        tool={tool}
        free={level?.availableQuantity ?? tool.availableQuantity}
        onClose={onClose}
        onBooking={onBooking}
      />
      <section>
        <h3 className={styles.ledgerTitle}>{productTexts.ledger}</h3>
        {stock.isPending && <Skeleton className={styles.awaited ?? ''} />}
        {stock.isError && !stock.data && <p role="alert">{productTexts.ledgerFailed}</p>}
        {stock.data && <Ledger movements={stock.data.movements} />}
      </section>
    </div>
  )
}

type BookingErrors = { delta?: string; reason?: string; whole?: string }

function Booking({ tool, free, onClose, onBooking }: StockProps & { free: number }) {
  const { locale } = useShop()
  const [direction, setDirection] = useState<'in' | 'out'>('in')
  const [units, setUnits] = useState<number | undefined>(1)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<BookingErrors>({})
  const { mutateAsync, isPending } = useChangeStock(tool._id)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    leadToWrong(form.current)
  }, [errors])

  const send = async () => {
    const problem = problemOf(units, reason)
    setErrors(problem ?? {})
    if (problem || units === undefined) return
    onBooking(true)
    try {
      const { availableQuantity } = await mutateAsync({ delta: direction === 'in' ? units : -units, reason })
      toastSuccess(productTexts.booked(tool.name, formatNumber(availableQuantity, locale)))
      onClose()
    } catch (error) {
      if (!(error instanceof CallFailed)) {
        setErrors({ whole: kitTexts.unexpected })
        throw error
      }
      const ofField = (name: string) => error.errors.find(({ field }) => field === name)?.message
      const [delta, why] = [ofField('delta'), ofField('reason')]
      setErrors({ ...(delta && { delta }), ...(why && { reason: why }), whole: error.message })
    } finally {
      onBooking(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void send()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.booking}>
      <SelectField
        label={productTexts.direction}
        value={direction}
        onChange={event => setDirection(event.target.value === 'out' ? 'out' : 'in')}
      >
        <option value="in">{productTexts.comes}</option>
        <option value="out">{productTexts.goes}</option>
      </SelectField>
      <Stepper
        label={productTexts.units}
        value={units}
        onChange={setUnits}
        least={1}
        most={direction === 'in' ? mostUnits : Math.max(1, free)}
        hint={direction === 'in' ? productTexts.unitsHint : productTexts.unitsHintOut(formatNumber(free, locale))}
        error={errors.delta}
        name="delta"
      />
      <TextField
        label={productTexts.reason}
        hint={productTexts.reasonHint}
        value={reason}
        onChange={event => setReason(event.target.value)}
        autoComplete="off"
        error={errors.reason}
        className={styles.reason}
      />
      <div className={styles.actions}>
        <FormProblem>{errors.whole}</FormProblem>
        <Button onClick={onClose} disabled={isPending}>
          {productTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={isPending}>
          {productTexts.book}
        </Button>
      </div>
    </form>
  )
}

/** The contract's own complaints, before anything is sent. */
function problemOf(units: number | undefined, reason: string): BookingErrors | undefined {
  if (units === undefined || units < 1) return { delta: productTexts.unitsMissing }
  const result = ChangeStock.safeParse({ delta: units, reason })
  if (result.success) return undefined
  const message = result.error.issues.find(({ path }) => path[0] === 'reason')?.message
  return message ? { reason: message } : undefined
}

function Ledger({ movements }: { movements: StockMovement[] }) {
  if (movements.length === 0) return <p>{productTexts.ledgerEmpty}</p>
  return (
    <ol role="list" className={styles.ledger}>
      {movements.map(movement => (
        <li key={movement._id} className={styles.movement}>
          <span className={styles.change}>{changeIn(movement)}</span>
          <span className={styles.what}>
            {productTexts.movements[movement.reason]}
            {movement.orderNumber && `, ${productTexts.ofOrder(movement.orderNumber)}`}
            {movement.note && `: ${movement.note}`}
          </span>
          <span className={styles.when}>
            <DateTime value={movement.at} /> · {movement.by}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What came or went; of an order's hold, what it holds. */
function changeIn({ onHandChange, reservedChange }: StockMovement): string {
  const change = onHandChange === 0 ? -reservedChange : onHandChange
  return change > 0 ? `+${change}` : `−${Math.abs(change)}`
}
