import { useState } from 'react'
import { formatNumber } from '#kernel/formats'
import { basketTexts } from '#texts/ordering'
import { Button } from '#ui/controls/button.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './basket-page.module.css'
import type { BasketInHand } from './use-basket.ts'

/** What was taken out last: said, and one press away from where it was. */
export function TakenOut({ inHand: { taken, putBack } }: { inHand: BasketInHand }) {
  const { locale } = useShop()
  const [first] = taken?.lines ?? []
  const count = taken?.lines.length ?? 0
  return (
    <div role="status" className={styles.taken}>
      {first && (
        <>
          <span>
            {count === 1 ? basketTexts.removed(first.tool.name) : basketTexts.emptied(formatNumber(count, locale))}
          </span>
          <Button size="small" variant="quiet" onClick={() => void putBack()}>
            {basketTexts.undo}
          </Button>
        </>
      )}
    </div>
  )
}

/** Takes all lines out, after a question. */
export function EmptyBasket({ inHand, lines }: { inHand: BasketInHand; lines: number }) {
  const { locale } = useShop()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button variant="quiet" wide aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {basketTexts.emptyBasket}
      </Button>
      <QuestionDialog
        open={isAsking}
        onClose={close}
        title={basketTexts.emptyQuestion(formatNumber(lines, locale), lines)}
        action={basketTexts.emptyBasket}
        isDangerous
        isPending={inHand.isBusy}
        onConfirm={async () => {
          await inHand.empty()
          close()
        }}
      >
        <p>{basketTexts.emptyEffect}</p>
      </QuestionDialog>
    </>
  )
}
