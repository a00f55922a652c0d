/** Lists as suppliers write them: languages, heads, titles, totals, words where figures are expected. Makers and people are invented. */

export type SupplierList = {
  name: string
  text: string
  /** By what stands above a column; those that are left out are not named. */
  columns: Record<string, string>
  meanings?: { column: string; text: string; means: string }[]
  fixed?: { column: string; value: string }[]
  priceTimes?: string
  /** The currency of its amounts, where it is another than the shop's, and what one unit of it is in that. */
  prices?: { code: string; rate: string }
  /** Of the shop that reads it; euros unless it is said. */
  currency?: string
  /** Its first part as it is staged: price in minor units. */
  first: { part: string; brand?: string; price?: number; stock?: number | null; list_price?: number }
  rows: number
}

/** The text of a list: its lines with `|` between cells. */
export const table = (separator: string, ...lines: string[]) =>
  lines.map(line => line.split('|').join(separator)).join('\r\n') + '\r\n'
