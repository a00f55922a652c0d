import { formatNumber } from '#kernel/formats'
import { toDecimal, toMinorUnits } from '#kernel/money'
import { type Dispatch, useMemo } from 'react'
import { Price } from '#ui/data/price.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { LineFields } from './line-fields.tsx'
import styles from './order-pad.module.css'
import { AddedLine, ChoiceLine } from './outcomes.tsx'
import type { Line, Outcome, PadChange, PadOffer } from './pad.ts'
import { padPageTexts as texts } from './pad-page.texts.ts'

type PadOutcomesProps = {
  lines: readonly Line[]
  dispatch: Dispatch<PadChange>
  onPaste: (text: string, line: number) => boolean
  onTake: (line: Line, offer: PadOffer) => void
  onAmend: (line: Line, quantity: number) => void
}

/** What became of the lines: what needs somebody comes first. */
export function PadOutcomes({ lines, dispatch, onPaste, onTake, onAmend }: PadOutcomesProps) {
  const { locale, currency } = useShop()
  const inWords = (count: number) => formatNumber(count, locale)
  const { refused, choose, added, mergedInto } = useMemo(() => sorted(lines), [lines])
  const mergedOf = ({ id }: Line) => mergedInto.get(id) ?? 0
  const rowsOf = (all: readonly { line: Line }[]) => all.reduce((sum, { line }) => sum + 1 + mergedOf(line), 0)
  const goods = added.reduce((sum, { outcome }) => sum + (toMinorUnits(outcome.lineTotal ?? 0, currency) ?? 0), 0)
  const arePriced = added.every(({ outcome }) => outcome.lineTotal !== null)
  return (
    <>
      {refused.length > 0 && (
        <section className={styles.group}>
          <SectionTitle>{texts.refusedTitle(inWords(refused.length))}</SectionTitle>
          <p className={styles.soft}>{texts.refusedLead}</p>
          <ol className={styles.lines}>
            {refused.map(({ line }, index) => (
              <LineFields key={line.id} line={line} place={index + 1} dispatch={dispatch} onPaste={onPaste} />
            ))}
          </ol>
        </section>
      )}
      {choose.length > 0 && (
        <section className={styles.group}>
          <SectionTitle>{texts.chooseTitle(inWords(rowsOf(choose)))}</SectionTitle>
          <ul className={styles.list}>
            {choose.map(one => (
              <ChoiceLine key={one.line.id} {...one} merged={mergedOf(one.line)} dispatch={dispatch} onTake={onTake} />
            ))}
          </ul>
        </section>
      )}
      {added.length > 0 && (
        <section className={styles.group}>
          <SectionTitle>{texts.addedTitle(inWords(rowsOf(added)))}</SectionTitle>
          <ul className={styles.list}>
            {added.map(one => (
              <AddedLine key={one.line.id} {...one} merged={mergedOf(one.line)} dispatch={dispatch} onAmend={onAmend} />
            ))}
          </ul>
          <p className={styles.goods}>
            {texts.goods} <Price amount={arePriced ? toDecimal(goods, currency) : null} size="large" />
          </p>
        </section>
      )}
    </>
  )
}

type With<Kind extends Outcome['kind']> = { line: Line; outcome: Extract<Outcome, { kind: Kind }> }

function sorted(lines: readonly Line[]) {
  const refused: With<'refused'>[] = []
  const choose: With<'choose'>[] = []
  const added: With<'added'>[] = []
  const mergedInto = new Map<number, number>()
  for (const line of lines) {
    const { outcome } = line
    if (outcome?.kind === 'refused') refused.push({ line, outcome })
    else if (outcome?.kind === 'choose') choose.push({ line, outcome })
    else if (outcome?.kind === 'added') added.push({ line, outcome })
    else if (outcome?.kind === 'merged') mergedInto.set(outcome.into, (mergedInto.get(outcome.into) ?? 0) + 1)
  }
  return { refused, choose, added, mergedInto }
}
