import { formatNumber } from '#kernel/formats'
import { type FormEvent, useRef, useState } from 'react'
import { type CountAnswer, type Counted, type CountedTool, stockContract } from '#contracts/stock'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { useRefreshTake } from './stock-queries.ts'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'

type Problems = { number?: string | undefined; units?: string | undefined }

/** One tool after the other: a number, how many, Enter, and the next. A scanner types the number and presses Enter itself. */
export function CountForm({ id }: { id: string }) {
  const [number, setNumber] = useState('')
  const [units, setUnits] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [choices, setChoices] = useState<readonly CountedTool[]>([])
  const [told, setTold] = useState<Counted>()
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const refresh = useRefreshTake()
  const [numberField, unitsField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]

  const send = async (tool?: CountedTool) => {
    const body = { counts: [{ ...(tool ? { tool: tool._id } : { partNumber: number }), counted: units }] }
    const answer = await act(
      () => call(stockContract.recordCounts, { params: { id }, body, idempotencyKey: keyOf(body) }),
      refusal => setProblems({ units: refusal.errors.find(({ field }) => field.endsWith('counted'))?.message }),
    )
    if (!answer) return
    // What was refused is judged anew when it is sent again: the brand's number may be there by then.
    forget()
    tell(answer)
    await refresh(id)
  }
  const tell = ({ counted: [counted], refused: [refused] }: CountAnswer) => {
    setTold(counted)
    setChoices(refused?.choices ?? [])
    if (refused) {
      if (refused.choices.length === 0) setProblems({ number: refused.reason })
      return numberField.current?.focus()
    }
    setNumber('')
    setUnits('')
    numberField.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setChoices([])
    const missing: Problems = {
      ...(number.trim() === '' && { number: texts.numberMissing }),
      ...(number.trim() !== '' && !/^\d{1,9}$/.test(units.trim()) && { units: texts.unitsMissing }),
    }
    // A scanner presses Enter behind the number: then the units are what is missing, and nothing is wrong yet.
    const isScanned = document.activeElement === numberField.current && units.trim() === ''
    setProblems(isScanned && !missing.number ? {} : missing)
    if (missing.number) return numberField.current?.focus()
    if (missing.units) return unitsField.current?.focus()
    void send()
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
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.count}
        </Button>
      </form>
      <FormProblem>{problems.units ? undefined : problem}</FormProblem>
      {choices.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{texts.ambiguous}</legend>
          {choices.map(tool => (
            <Button key={tool._id} disabled={isPending} onClick={() => void send(tool)}>
              {texts.choose(tool.name, tool.brand)}
            </Button>
          ))}
        </fieldset>
      )}
      <p role="status" className={styles.told} data-different={told && told.difference !== 0 ? '' : undefined}>
        {told && <Told counted={told} />}
      </p>
    </Card>
  )
}

function Told({ counted: { tool, counted, expected, difference, before } }: { counted: Counted }) {
  const { locale } = useShop()
  const inWords = (units: number) => formatNumber(units, locale)
  return (
    <>
      {difference === 0
        ? texts.told.same(tool.name, inWords(counted))
        : texts.told.different(tool.name, inWords(counted), inWords(expected))}
      {before !== null && texts.told.before(inWords(before))}
    </>
  )
}
