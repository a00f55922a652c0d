type StockState = 'in-stock' | 'below-minimum' | 'sold-out'

/** Whether a tool can be ordered now. What is left may be less than the least that is sold. */
export function stockStateOf(tool: { availableQuantity: number; minimumQuantity: number }): StockState {
  if (tool.availableQuantity <= 0) return 'sold-out'
  return tool.availableQuantity < tool.minimumQuantity ? 'below-minimum' : 'in-stock'
}

/** What of the stock the list of all tools can be narrowed to. */
export const stockFilters = ['low'] as const

type Stocked = { availableQuantity: number; minimumQuantity: number; lowStockLevel: number | null }

/** Whether an admin should think of buying: sold out, too few to sell, down at its low-stock level, or enough. */
export function stockWarningOf(tool: Stocked): StockState | 'low' {
  const state = stockStateOf(tool)
  if (state !== 'in-stock' || tool.lowStockLevel === null) return state
  return tool.availableQuantity <= tool.lowStockLevel ? 'low' : state
}
