import type { Tool } from '#contracts/catalogue'
import { addToBasket, tellAdded } from '#parts/ordering'
import { catalogueTexts } from '#texts/catalogue'
import { Button } from '#ui/controls/button.tsx'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { useShop } from '#ui/shop.tsx'
import { toastFailure } from '#ui/feedback/toast.ts'

type AddToBasketProps = { tool: Tool; line: Parameters<typeof addToBasket>[0][number]; disabled: boolean }

/** Beside the order of this one tool: it goes with others. A press that failed may be sent again; it counts once. */
export function AddToBasket({ tool, line, disabled }: AddToBasketProps) {
  const { locale } = useShop()
  const idempotency = useIdempotencyKey()
  const { act, isPending } = useAction()
  const add = () =>
    act(async () => {
      const problems = await addToBasket([line], idempotency.keyOf(line))
      idempotency.forget()
      tellAdded({ name: tool.name, quantity: line.quantity, locale }, problems)
    }, toastFailure)
  return (
    <Button wide pending={isPending} disabled={disabled} onClick={() => void add()}>
      {catalogueTexts.addToBasket}
    </Button>
  )
}
