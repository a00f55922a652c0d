import { formatNumber } from '#kernel/formats'
import { useState } from 'react'
import { type PutAnswer, listsContract } from '#contracts/ordering'
import { lookAtBasket } from '#parts/ordering'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, type ButtonVariant, LinkButton } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { useNavigation } from '#ui/navigation/link.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'

type PutIntoBasketProps = {
  from: { list: string } | { order: string }
  label: string
  variant?: ButtonVariant
  wide?: boolean
}

/** Puts all lines of a list or an order into the basket, and says what is not as it was then. */
export function PutIntoBasket({ from, label, variant, wide }: PutIntoBasketProps) {
  const { locale } = useShop()
  const { go } = useNavigation()
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const [answer, setAnswer] = useState<PutAnswer>()
  const titleOf = ({ added }: PutAnswer) =>
    added === 0 ? texts.putNone : texts.putDone(formatNumber(added, locale), added)
  const put = () =>
    act(async () => {
      const idempotencyKey = keyOf(from)
      const answer =
        'list' in from
          ? await call(listsContract.putList, { params: { id: from.list }, idempotencyKey })
          : await call(listsContract.putOrder, { params: { id: from.order }, idempotencyKey })
      forget()
      void lookAtBasket()
      if (answer.differs.length + answer.leftOut.length > 0) return setAnswer(answer)
      toastSuccess(titleOf(answer))
      return go('/basket')
    })
  return (
    <>
      <Button variant={variant} wide={wide} pending={isPending} onClick={() => void put()}>
        {label}
      </Button>
      <FormProblem>{problem}</FormProblem>
      <Dialog
        open={answer !== undefined}
        onClose={() => setAnswer(undefined)}
        title={answer && titleOf(answer)}
        actions={
          <>
            <Button onClick={() => setAnswer(undefined)}>{texts.close}</Button>
            <LinkButton to="/basket" variant="primary">
              {texts.toBasket}
            </LinkButton>
          </>
        }
      >
        <Differences title={texts.putDiffers} all={answer?.differs ?? []} />
        <Differences title={texts.putLeftOut} all={answer?.leftOut ?? []} />
      </Dialog>
    </>
  )
}

function Differences({ title, all }: { title: string; all: PutAnswer['differs'] }) {
  if (all.length === 0) return null
  return (
    <section className={styles.differences}>
      <h3>{title}</h3>
      <ul>
        {all.map(({ name, message }, index) => (
          <li key={index}>
            <strong>{name}</strong>: {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
