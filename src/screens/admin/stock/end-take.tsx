import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type StockTake, stockContract } from '#contracts/stock'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { QuestionDialog } from '#ui/controls/dialogs/question-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useShop } from '#ui/shop.tsx'
import { useRefreshTake } from './stock-queries.ts'
import styles from './stock.module.css'
import { stockTexts as texts } from './stock.texts.ts'

type EndTakeProps = {
  take: StockTake
  /** Hears which button was pressed that goes when all is booked. */
  onAsk: (pressed: Element) => void
}

/** Books the differences, or discards what was counted; asked once more before either. */
export function EndTake({ take, onAsk }: EndTakeProps) {
  const [asking, setAsking] = useState<'book' | 'discard'>()
  const { locale } = useShop()
  const navigate = useNavigate()
  const { act, isPending, problem, forget } = useAction()
  const refresh = useRefreshTake()
  const inWords = (count: number) => formatNumber(count, locale)
  const params = { id: take._id }
  const close = () => {
    forget()
    setAsking(undefined)
  }
  const book = () =>
    act(async () => {
      await call(stockContract.bookStockTake, { params })
      toastSuccess(texts.booked)
      setAsking(undefined)
      await refresh(take._id)
    })
  const discard = () =>
    act(async () => {
      await call(stockContract.discardStockTake, { params })
      toastSuccess(texts.discarded)
      await refresh(take._id)
      await navigate('/dashboard/stockTakes')
    })
  const isBooking = asking === 'book'
  const isSame = take.different === 0
  return (
    <>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          aria-haspopup="dialog"
          disabled={take.counted === 0}
          onClick={event => {
            onAsk(event.currentTarget)
            setAsking('book')
          }}
        >
          {texts.book}
        </Button>
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsking('discard')}>
          {texts.discard}
        </Button>
      </div>
      <QuestionDialog
        open={asking !== undefined}
        onClose={close}
        title={
          isBooking ? (isSame ? texts.bookNothing : texts.bookQuestion(inWords(take.different))) : texts.discardQuestion
        }
        action={isBooking ? texts.book : texts.discard}
        isDangerous={!isBooking}
        isPending={isPending}
        problem={problem}
        onConfirm={isBooking ? book : discard}
      >
        <p>
          {isBooking
            ? isSame
              ? texts.bookNothingEffect
              : texts.bookEffect(inWords(take.more), inWords(take.fewer))
            : texts.discardEffect}
        </p>
      </QuestionDialog>
    </>
  )
}
