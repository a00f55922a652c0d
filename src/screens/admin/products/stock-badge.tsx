import type { AdminTool } from '#contracts/catalogue'
import { stockWarningOf } from '#rules/catalogue'
import { Badge } from '#ui/data/badge.tsx'
import { productTexts } from './products.texts.ts'

/** Whether to think of buying: sold out, too few to sell, or low. */
export function StockBadge({ tool }: { tool: AdminTool }) {
  const warning = stockWarningOf(tool)
  if (warning === 'in-stock') return null
  if (warning === 'low') return <Badge tone="maybe">{productTexts.low}</Badge>
  return <Badge tone="bad">{warning === 'sold-out' ? productTexts.soldOut : productTexts.tooFew}</Badge>
}
