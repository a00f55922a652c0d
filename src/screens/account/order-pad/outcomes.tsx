import { formatNumber } from '#kernel/formats'
import { type Dispatch, memo, useState } from 'react'
import { TradePrice } from '#parts/pricing'
import { toolPath } from '#rules/catalogue'
import { catalogueTexts } from '#texts/catalogue'
import { Button } from '#ui/controls/button.tsx'
import { useAtRest } from '#ui/controls/use-at-rest.ts'
import { Price } from '#ui/data/price.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import { UnitsOf } from '../units-of.tsx'
import styles from './order-pad.module.css'
import type { Added, Line, Outcome, PadChange, PadOffer } from './pad.ts'
import { padPageTexts as texts } from './pad-page.texts.ts'

type OutcomeProps<Kind extends Outcome['kind']> = {
  line: Line
  outcome: Extract<Outcome, { kind: Kind }>
  /** Rows that are counted with it. */
  merged: number
  dispatch: Dispatch<PadChange>
}

const asTyped = ({ number, quantity }: Line) => `${number} × ${quantity}`

/** A line that needs its buyer: what was typed, why it is not taken as it is, and what would be. */
export const ChoiceLine = memo(function ChoiceLine({
  line,
  outcome,
  merged,
  dispatch,
  onTake,
}: OutcomeProps<'choose'> & { onTake: (line: Line, offer: PadOffer) => void }) {
  const { locale } = useShop()
  return (
    <li className={styles.choice}>
      <p className={styles.asked}>
        <code>{asTyped(line)}</code>
        {merged > 0 && <span className={styles.soft}> {texts.rowsTogether(merged + 1)}</span>}
        <span>{outcome.message}</span>
      </p>
      <RemoveButton line={line} dispatch={dispatch} />
      <ul className={styles.offers}>
        {outcome.offers.map(offer => {
          const quantity = formatNumber(offer.quantity, locale)
          return (
            <li key={`${offer.tools_id} ${offer.quantity}`} className={styles.offer}>
              <span>
                <PartName tool={offer.tool} />
                <EachAtTrade line={offer} />
                {offer.differs.map(({ code, message }) => (
                  <span key={code} className={styles.differs}>
                    {message}
                  </span>
                ))}
              </span>
              <Price amount={offer.lineTotal} />
              <Button
                size="small"
                aria-label={texts.takeAloud(quantity, offer.tool.name, offer.tool.brand)}
                onClick={() => onTake(line, offer)}
              >
                {texts.take(quantity)}
              </Button>
            </li>
          )
        })}
      </ul>
    </li>
  )
})

type AddedLineProps = OutcomeProps<'added'> & { onAmend: (line: Line, quantity: number) => void }

/** A line that can go into the basket as it is. */
export const AddedLine = memo(function AddedLine({ line, outcome, merged, dispatch, onAmend }: AddedLineProps) {
  const { tool, lineTotal, matched } = outcome
  // What is typed and not checked yet.
  const [typed, setTyped] = useState<{ quantity: number | undefined }>()
  const quantity = typed ? typed.quantity : outcome.quantity
  const rest = useAtRest()
  const change = (quantity: number | undefined) => {
    rest.forget()
    setTyped({ quantity })
    if (quantity)
      rest.later(() => {
        setTyped(undefined)
        if (quantity !== outcome.quantity) onAmend(line, quantity)
      })
  }
  return (
    <li className={styles.added}>
      <span>
        <PartName tool={tool} />
        <EachAtTrade line={outcome} />
        <span className={styles.soft}>
          <FoundBy line={line} tool={tool} matched={matched} /> {merged > 0 && texts.rowsTogether(merged + 1)}
        </span>
      </span>
      <span className={styles.units} onBlur={rest.now}>
        <UnitsOf tool={tool} value={quantity} onChange={change} />
      </span>
      <Price amount={lineTotal} />
      <RemoveButton line={line} dispatch={dispatch} />
    </li>
  )
})

function PartName({ tool }: { tool: Added['tool'] }) {
  return (
    <span className={styles.part}>
      <Link to={toolPath(tool)}>{tool.name}</Link>{' '}
      <span className={styles.soft}>
        {tool.brand} {tool.partNumber && <code>{tool.partNumber}</code>}
      </span>
    </span>
  )
}

/** What one costs whoever is here, beside its list price, where that is another one. */
function EachAtTrade({ line: { tool, unitPrice } }: { line: Pick<Added, 'tool' | 'unitPrice'> }) {
  if (unitPrice === null || tool.listPrice === null || unitPrice === tool.listPrice) return null
  return (
    <span className={styles.soft}>
      <TradePrice unitPrice={unitPrice} listPrice={tool.listPrice} /> {catalogueTexts.perUnit(tool)}{' '}
    </span>
  )
}

/** How what was typed led there, where it is not the part's own number as the maker writes it. */
function FoundBy({ line: { number }, tool, matched }: { line: Line; tool: Added['tool']; matched: Added['matched'] }) {
  if (matched && matched.kind !== 'own') return texts.foundBy[matched.kind](matched.value, matched.brand)
  return number !== tool.partNumber && <code>{number}</code>
}

function RemoveButton({ line, dispatch }: { line: Line; dispatch: Dispatch<PadChange> }) {
  return (
    <button
      type="button"
      className={styles.remove}
      aria-label={texts.remove(line.number || line.tool?.name || '')}
      onClick={() => dispatch({ does: 'remove', id: line.id })}
    >
      <Icon name="x" size={20} />
    </button>
  )
}
