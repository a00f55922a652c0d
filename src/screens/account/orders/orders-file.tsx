import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/calls/use-action.ts'
import { callPage } from '#ui/calls/call.ts'
import { toastFailure } from '#ui/feedback/toast.ts'
import { useAccount } from '#parts/accounts'
import { type Order, ordersContract } from '#contracts/ordering'
import { ordersTexts, paymentText } from '#texts/ordering'
import { saveCsv } from '../save-csv.ts'

type OrdersFilter = { q: string | undefined; from: string | undefined; to: string | undefined }

/** The orders that are listed, to the last, as a file: a row for each line. */
export function OrdersFile({ filter }: { filter: OrdersFilter }) {
  const { email } = useAccount()
  const { act, isPending } = useAction()
  const save = () =>
    act(async () => {
      const rows: Parameters<typeof saveCsv>[1][number][] = [Object.values(ordersTexts.file.columns)]
      for (let query: Record<string, string> = {}; ;) {
        const page = await callPage(ordersContract.listOrders, { query: { email, ...filter, ...query } })
        for (const order of page.items) rows.push(...rowsOf(order))
        if (!page.next) break
        query = Object.fromEntries(new URLSearchParams(page.next))
      }
      saveCsv(ordersTexts.file.name, rows)
    }, toastFailure)
  return (
    <Button pending={isPending} onClick={() => void save()}>
      {ordersTexts.file.save}
    </Button>
  )
}

/** In the order of the file's columns. */
const rowsOf = (order: Order) =>
  order.lines.map(line => [
    order.number,
    order.placedAt,
    order.purchaseOrderReference,
    paymentText(order),
    line.partNumber,
    line.toolName,
    line.reference,
    line.quantity,
    line.unitPrice,
    order.pricesIncludeTax ? line.gross : line.net,
    order.price,
    order.currency.toUpperCase(),
  ])
