import { memo, useState } from 'react'
import type { BasketLine } from '#contracts/ordering'
import { formatNumber } from '#kernel/formats'
import { basketTexts } from '#texts/ordering'
import { useAtRest } from '#ui/controls/use-at-rest.ts'
import { useShop } from '#ui/shop.tsx'
import { UnitsOf } from '../units-of.tsx'
import styles from './basket-lines.module.css'
import { mendedBy, problemsId } from './mended-by.ts'
import type { BasketActs, Unsaved } from './use-basket.ts'

type LineQuantityProps = { line: BasketLine; acts: BasketActs; unsaved: Unsaved | undefined }

/**
 * How many: stepped or typed. The shop hears of it when the hand rests. Then the field shows what the line has: what could not be
 * saved is told beside it, so that nobody orders another number than the one that is shown.
 */
export const LineQuantity = memo(function LineQuantity({ line, acts, unsaved }: LineQuantityProps) {
  const { locale } = useShop()
  // What the shop has not been told yet.
  const [typed, setTyped] = useState<{ quantity: number | undefined }>()
  const rest = useAtRest()
  const change = (quantity: number | undefined) => {
    rest.forget()
    setTyped(quantity === line.quantity ? undefined : { quantity })
    if (!quantity || quantity === line.quantity) return
    rest.later(() => {
      setTyped(undefined)
      acts.change(line, { quantity })
    })
  }
  const quantity = typed ? typed.quantity : line.quantity
  const isUnsaved = !typed && unsaved && unsaved.quantity !== line.quantity
  const wrongBy = mendedBy(line) === 'quantity' ? problemsId(line) : undefined
  // Whoever comes to the field has seen what the line has instead: it stays beside it, and stands in nobody's way any more.
  const [seen, setSeen] = useState<Unsaved>()
  const isSeen = isUnsaved && seen === unsaved && !wrongBy
  return (
    <div
      className={styles.quantity}
      data-seen={isSeen ? '' : undefined}
      onFocus={() => setSeen(isUnsaved ? unsaved : undefined)}
      onBlur={rest.now}
    >
      <UnitsOf
        tool={line.tool}
        value={quantity}
        onChange={change}
        needed={basketTexts.quantityNeeded}
        error={isUnsaved ? basketTexts.quantityUnsaved(formatNumber(unsaved.quantity, locale), unsaved.why) : undefined}
        wrongBy={wrongBy}
      />
    </div>
  )
})
