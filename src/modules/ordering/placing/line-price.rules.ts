type Priced = { unitPrice: number; listPrice: number | null; priceList: { name: string } | null }

/** The tool's own price of then, where it is worth saying: where another one was paid. */
export const otherListPrice = ({ unitPrice, listPrice }: Priced): number | undefined =>
  listPrice === null || listPrice === unitPrice ? undefined : listPrice

/** The price lists by which an order was priced, by their names, each once. */
export const priceListsOf = (lines: readonly Priced[]): string[] => [
  ...new Set(lines.flatMap(({ priceList }) => priceList?.name ?? [])),
]
