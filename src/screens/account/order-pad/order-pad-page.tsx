import { formatNumber } from '#kernel/formats'
import { useEffect, useRef, useState } from 'react'
import { useGarage } from '#parts/finder'
import { vehicleName } from '#rules/finder'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { PageTitle, SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { SaveAsList } from '../lists/save-as-list.tsx'
import { LineFields } from './line-fields.tsx'
import styles from './order-pad.module.css'
import { ClearPad } from './clear-pad.tsx'
import { isEmptyPad, linesToAdd } from './pad.ts'
import { PadFile } from './pad-file.tsx'
import { PadOutcomes } from './pad-outcomes.tsx'
import { padPageTexts as texts } from './pad-page.texts.ts'
import { useOrderPad } from './use-order-pad.ts'

/** Many numbers at once: typed, pasted or from a file, checked together, and put into the basket together. */
export default function OrderPadPage() {
  const { locale } = useShop()
  const isHydrated = useHydrated()
  const [isForVehicle, setForVehicle] = useState(false)
  const vehicle = useGarage().current
  const results = useRef<HTMLElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const order = useOrderPad(isForVehicle ? vehicle?.id : undefined, { results, status })
  const { pad, dispatch, notice, problem, isPending, checks, insert, check, clear, put, onPaste, onTake, onAmend } =
    order
  useEffect(() => {
    if (checks === 0) return
    // What needs somebody comes first, however long the rest is.
    results.current?.focus({ preventScroll: true })
    results.current?.scrollIntoView({ block: 'start' })
  }, [checks])
  const open = pad.lines.filter(({ outcome }) => !outcome)
  const refused = pad.lines.filter(({ outcome }) => outcome?.kind === 'refused').length
  const added = linesToAdd(pad, undefined)
  /** A ready line whose quantity is no number is in the way of all of them. */
  const mayGoOn = () => !leadToWrong(results.current, '[role="spinbutton"][aria-invalid="true"]')
  const hasOutcomes = open.length < pad.lines.length
  return (
    <div className={`column ${styles.page}`}>
      <DocumentHead title={texts.title} description={texts.description} hiddenFromSearch />
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <p ref={status} role="status" tabIndex={-1} className={styles.status}>
        {notice.status}
        {notice.isInBasket && (
          <>
            {' '}
            <Link to="/basket">{texts.toBasket}</Link>
          </>
        )}
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
            <PadOutcomes lines={pad.lines} dispatch={dispatch} onPaste={onPaste} onTake={onTake} onAmend={onAmend} />
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
              <LineFields key={line.id} line={line} place={refused + index + 1} dispatch={dispatch} onPaste={onPaste} />
            ))}
          </ol>
          <PadFile
            isEmpty={isEmptyPad(pad)}
            onRead={({ paste, notes }, instead) => insert(paste, { instead, notes })}
          />
          {vehicle && (
            <label className={styles.tick}>
              <input type="checkbox" checked={isForVehicle} onChange={event => setForVehicle(event.target.checked)} />
              {texts.fitCheck(vehicleName(vehicle))}
            </label>
          )}
          <FormProblem>{problem}</FormProblem>
          <div className={styles.ways}>
            {/* Before the script is here, a press would open the page anew, without what was typed: the button waits. */}
            <Button
              type={isHydrated ? 'submit' : 'button'}
              variant={added.length > 0 ? 'plain' : 'primary'}
              pending={isPending || !isHydrated}
            >
              {hasOutcomes ? texts.checkAgain : texts.check}
            </Button>
            {!isEmptyPad(pad) && <ClearPad onClear={clear} />}
          </div>
        </section>
      </form>
      {added.length > 0 && (
        <div className={styles.put}>
          <SaveAsList of={{ lines: added }} mayGoOn={mayGoOn} />
          <Button variant="primary" pending={isPending} onClick={() => mayGoOn() && put()}>
            {texts.put(added.length, formatNumber(added.length, locale))}
          </Button>
        </div>
      )}
    </div>
  )
}
