import { postOpen } from '#ui/calls/call.ts'
import type { basketContract } from './basket.contract.ts'
import type { StoredLine } from './stored.ts'

/** Why lines of a visitor cannot be ordered as they are, each sentence once; loaded where some were added. */
export async function problemsOf(stored: readonly StoredLine[]): Promise<string[]> {
  const lines = stored.map(({ acknowledged, ...line }) => ({
    ...line,
    ...(acknowledged && { acknowledged: [...acknowledged] }),
  }))
  const basket = await postOpen<typeof basketContract.priceBasket>('/basket/priced', { body: { lines } })
  return [...new Set(basket.lines.flatMap(({ problems }) => problems.map(({ message }) => message)))]
}
