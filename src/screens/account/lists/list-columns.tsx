import { joined } from '#kernel/sentence'
import { memo, useState } from 'react'
import { type ListLine, listsContract } from '#contracts/ordering'
import { withVehicle } from '#parts/finder'
import { addToBasket, tellAdded } from '#parts/ordering'
import { toolPath } from '#rules/catalogue'
import { isStillSold } from '#rules/ordering'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { useAtRest } from '#ui/controls/use-at-rest.ts'
import { Price } from '#ui/data/price.tsx'
import type { Column } from '#ui/data/table.tsx'
import { toastFailure, toastSuccess } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icon.tsx'
import { useShop } from '#ui/shop.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { UnitsOf } from '../units-of.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'

type Acting = {
  listId: string
  /** Reads the list again. */
  refresh: () => Promise<void>
  /** Hears which button was pressed that goes with its line. */
  onRemove: (pressed: Element) => void
}

export const listColumns = (acting: Acting): readonly Column<ListLine>[] => [
  { head: texts.tool, names: true, cell: line => <What line={line} /> },
  {
    head: texts.unitPrice,
    numeric: true,
    cell: line => (isStillSold(line) ? <Price amount={line.unitPrice} /> : texts.notSold),
  },
  { head: texts.quantity, cell: line => <Quantity line={line} acting={acting} /> },
  { head: '', headName: texts.actions, cell: line => <Actions line={line} acting={acting} /> },
]

const What = memo(function What({ line }: { line: ListLine }) {
  const { tools_id, tool, vehicle, vehicleName, reference, differs } = line
  return (
    <span className={styles.what}>
      <Link to={withVehicle(toolPath({ _id: tools_id, name: tool.name }), vehicle)}>{tool.name}</Link>
      <small>
        {joined([tool.brand, tool.partNumber], ' ')}
        {vehicleName && <span>{vehicleName}</span>}
        {reference && <span>{texts.forJob(reference)}</span>}
        {differs.length > 0 && <span className={styles.differs}>{differs.join(' ')}</span>}
      </small>
    </span>
  )
})

type CellProps = { line: ListLine; acting: Acting }

/** How many: the list keeps it when the hand rests. */
const Quantity = memo(function Quantity({ line, acting: { listId, refresh } }: CellProps) {
  // What the list has not been told yet.
  const [typed, setTyped] = useState<{ quantity: number | undefined }>()
  const quantity = typed ? typed.quantity : line.quantity
  const { act, problem } = useAction()
  const rest = useAtRest()
  const params = { id: listId, line: line.id }
  const keep = (quantity: number) =>
    act(async () => {
      await call(listsContract.changeListLine, { params, body: { quantity } })
      await refresh()
      setTyped(now => (now?.quantity === quantity ? undefined : now))
    })
  return (
    <span className={styles.quantity} onBlur={rest.now}>
      <UnitsOf
        tool={line.tool}
        value={quantity}
        onChange={quantity => {
          setTyped({ quantity })
          rest.forget()
          if (quantity) rest.later(() => void keep(quantity))
        }}
        least={1}
        error={problem}
      />
    </span>
  )
})

const Actions = memo(function Actions({ line, acting: { listId, refresh, onRemove } }: CellProps) {
  const { act, isPending } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const { tools_id, tool, quantity, vehicle, reference } = line
  const { locale } = useShop()
  const add = () =>
    act(async () => {
      const lines = [{ tools_id, quantity, vehicle, reference }]
      const problems = await addToBasket(lines, keyOf(lines))
      forget()
      tellAdded({ name: tool.name, quantity, locale }, problems)
    }, toastFailure)
  const remove = () =>
    act(async () => {
      await call(listsContract.removeListLine, { params: { id: listId, line: line.id } })
      toastSuccess(texts.lineRemoved(tool.name))
      await refresh()
    }, toastFailure)
  return (
    <span className={styles.actions} data-print="no">
      {isStillSold(line) && (
        <Button
          size="small"
          pending={isPending}
          aria-label={texts.addNamed(tool.name)}
          onClick={event => {
            if (!leadToWrong(event.currentTarget.closest('tr'))) void add()
          }}
        >
          {texts.add}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={texts.removeNamed(tool.name)}
        onClick={event => {
          onRemove(event.currentTarget)
          void remove()
        }}
      >
        <Icon name="x" size={16} />
      </Button>
    </span>
  )
})
