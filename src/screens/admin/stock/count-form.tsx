import { formatNumber } from '#kernel/formats'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Counted } from '#contracts/stock'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'
import { UncountedList } from './uncounted-list.tsx'
import { type Count, type Uncounted, readCounted, useCounting } from './use-counting.ts'

type Problems = { number?: string | undefined; units?: string | undefined; form?: string }

/** One tool after the other: a number, how many, Enter, and the next. A scanner types the number and presses Enter itself. */
export function CountForm({ id }: { id: string }) {
  const [number, setNumber] = useState('')
  const [units, setUnits] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [uncounted, setUncounted] = useState<readonly Uncounted[]>([])
  const [numberField, unitsField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const { locale } = useShop()

  const keep = (one: Uncounted) => {
    const isTyping = Boolean(numberField.current?.value || unitsField.current?.value)
    if (isTyping || one.choices.length > 0) return setUncounted(all => [...without(all, one.count), one])
    // At once: the next that fails finds the fields taken.
    flushSync(() => {
      setNumber(one.count.partNumber)
      setUnits(one.count.counted)
      setProblems({ [one.where]: one.why })
    })
  }
  const { counted, waiting, send } = useCounting(id, keep)
  const leaveOut = (count: Count) => {
    setUncounted(all => without(all, count))
    numberField.current?.focus()
  }
  const count = (one: Count) => {
    leaveOut(one)
    send(one)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readCounted(units, locale)
    const missing: Problems = {
      ...(number.trim() === '' && { number: texts.numberMissing }),
      ...(number.trim() !== '' && 'message' in read && { units: read.message }),
    }
    // A scanner presses Enter behind the number: then the units are what is missing, and nothing is wrong yet.
    const isScanned = document.activeElement === numberField.current && units.trim() === ''
    setProblems(isScanned && !missing.number ? {} : missing)
    if (missing.number) return numberField.current?.focus()
    if ('message' in read) return unitsField.current?.focus()
    count({ partNumber: number, counted: read.value })
    setNumber('')
    setUnits('')
  }
  return (
    <Card as="section" className={styles.counting}>
      <SectionTitle>{texts.countTitle}</SectionTitle>
      <form noValidate onSubmit={submit} className={styles.line}>
        <TextField
          ref={numberField}
          label={texts.number}
          hint={texts.numberHint}
          name="partNumber"
          value={number}
          onChange={event => setNumber(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          error={problems.number}
          className={styles.wide}
        />
        <TextField
          ref={unitsField}
          label={texts.units}
          name="counted"
          value={units}
          onChange={event => setUnits(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="send"
          error={problems.units}
        />
        <Button type="submit" variant="primary">
          {texts.count}
        </Button>
      </form>
      <FormProblem>{problems.form}</FormProblem>
      <UncountedList uncounted={uncounted} onCount={count} onLeaveOut={leaveOut} />
      <p role="status" className={styles.told} data-different={counted && counted.difference !== 0 ? '' : undefined}>
        {counted && <CountNotice counted={counted} />}
        {waiting > 0 && texts.waiting(formatNumber(waiting, locale))}
      </p>
    </Card>
  )
}

/** A tool has one count, and the later one is right. */
const without = (all: readonly Uncounted[], { partNumber }: Count) =>
  all.filter(({ count }) => count.partNumber !== partNumber)

function CountNotice({ counted: { tool, counted, expected, difference, before } }: { counted: Counted }) {
  const { locale } = useShop()
  const inWords = (units: number) => formatNumber(units, locale)
  return (
    <>
      {difference === 0
        ? texts.result.same(tool.name, inWords(counted))
        : texts.result.different(tool.name, inWords(counted), inWords(expected))}
      {before !== null && texts.result.before(inWords(before))}
    </>
  )
}
