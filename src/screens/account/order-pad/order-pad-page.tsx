import { formatNumber } from '#kernel/formats'
import { useCallback, useEffect, useRef, useState } from 'react'
import { orderPadContract } from '#contracts/ordering'
import { useGarage } from '#parts/finder'
import { vehicleName } from '#rules/finder'
import { type Paste, padLimits, readPaste } from '#rules/ordering'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { LineFields } from './line-fields.tsx'
import styles from './order-pad.module.css'
import { type Line, type Pad, type PadOffer, askedOf, changePad, isBlank, isOnAnotherLine } from './pad.ts'
import { PadFile } from './pad-file.tsx'
import { PadOutcomes } from './pad-outcomes.tsx'
import { padPageTexts as texts } from './pad-page.texts.ts'
import { usePad } from './use-pad.ts'

/** Many numbers at once: typed, pasted or from a file, checked together, and put into the basket together. */
export default function OrderPadPage() {
  const { locale } = useShop()
  const inWords = useCallback((count: number) => formatNumber(count, locale), [locale])
  const [pad, dispatch] = usePad()
  const [status, setStatus] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { act, isPending, problem } = useAction()
  const [isForVehicle, setForVehicle] = useState(false)
  const vehicle = useGarage().current
  const results = useRef<HTMLElement>(null)
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    if (checks > 0) results.current?.focus()
  }, [checks])
  // What a handler of a line reads when it is called, so that lines keep theirs.
  const latest = useRef(pad)
  useEffect(() => {
    latest.current = pad
  })

  const insert = useCallback(
    ({ rows, columns }: Paste, at?: number): string | undefined => {
      const count = askedOf(latest.current).rows.length + rows.length
      if (count > padLimits.rows) return texts.tooManyRows(inWords(count), inWords(padLimits.rows))
      dispatch({ does: 'insert', rows, ...(at !== undefined && { at }) })
      setWrong(undefined)
      setStatus(texts.read(rows.length, inWords(rows.length)) + texts.columns(columns))
      return undefined
    },
    [dispatch, inWords],
  )
  const paste = useCallback(
    (text: string, line: number) => {
      const read = readPaste(text)
      if (read.rows.length === 0) return false
      setWrong(insert(read, line))
      return true
    },
    [insert],
  )
  const check = (asked = askedOf(pad)) => {
    if (asked.rows.length === 0) return setWrong(texts.nothingToCheck)
    if (asked.rows.length > padLimits.rows) {
      return setWrong(texts.tooManyRows(inWords(asked.rows.length), inWords(padLimits.rows)))
    }
    setWrong(undefined)
    return void act(async () => {
      const body = { rows: asked.rows, ...(isForVehicle && vehicle && { vehicle: vehicle.id }) }
      const answer = await call(orderPadContract.readOrderPad, { body })
      dispatch({ does: 'answer', ids: asked.ids, answer })
      const count = (parts: { rows: number[] }[]) => parts.reduce((sum, { rows }) => sum + rows.length, 0)
      const counts = [count(answer.added), count(answer.choose), answer.refused.length].map(inWords)
      setStatus(texts.checked(counts[0] ?? '', counts[1] ?? '', counts[2] ?? ''))
      setChecks(checks => checks + 1)
    })
  }
  const take = (line: Line, offer: PadOffer) => {
    dispatch({ does: 'take', id: line.id, offer })
    setStatus(texts.taken(inWords(offer.quantity), offer.tool.name))
    // Together with what is there, it may be more than there is in stock.
    if (isOnAnotherLine(pad, line.id, offer.tools_id)) check(askedOf(taken(pad, line, offer)))
  }
  const open = pad.lines.filter(({ outcome }) => !outcome)
  const refused = pad.lines.filter(({ outcome }) => outcome?.kind === 'refused').length
  const hasOutcomes = open.length < pad.lines.length
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={texts.title} description={texts.description} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <p role="status" className={styles.status}>
        {status}
      </p>
      <form
        noValidate
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          if (!isPending) check()
        }}
      >
        {hasOutcomes && (
          <section ref={results} tabIndex={-1} aria-label={texts.results} className={styles.results}>
            <PadOutcomes lines={pad.lines} dispatch={dispatch} onPaste={paste} onTake={take} />
          </section>
        )}
        <section className={styles.entry}>
          <SectionTitle>{texts.lines}</SectionTitle>
          <p className={styles.soft}>{texts.pasteHint}</p>
          <div className={styles.heads} aria-hidden="true">
            <span />
            <span>{texts.number}</span>
            <span>{texts.quantity}</span>
          </div>
          <ol className={styles.lines}>
            {open.map((line, index) => (
              <LineFields key={line.id} line={line} place={refused + index + 1} dispatch={dispatch} onPaste={paste} />
            ))}
          </ol>
          <PadFile onRead={read => insert(read)} />
          {vehicle && (
            <label className={styles.tick}>
              <input type="checkbox" checked={isForVehicle} onChange={event => setForVehicle(event.target.checked)} />
              {texts.fitCheck(vehicleName(vehicle))}
            </label>
          )}
          <FormProblem>{wrong ?? problem}</FormProblem>
          <div>
            <Button
              type="submit"
              variant={hasOutcomes && open.every(isBlank) ? 'plain' : 'primary'}
              pending={isPending}
            >
              {hasOutcomes ? texts.checkAgain : texts.check}
            </Button>
          </div>
        </section>
      </form>
    </div>
  )
}

/** The lines as they are once an offer is taken. */
const taken = (pad: Pad, line: Line, offer: PadOffer): Pad => changePad(pad, { does: 'take', id: line.id, offer })
