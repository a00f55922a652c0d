/** Below that a search engine writes its own; above the second it cuts. */
const fewest = 50
const most = 160

/** What to show of a page in a search result: its texts one after the other until they suffice, cut between two words. */
export function summaryOf(...texts: (string | undefined)[]): string {
  let summary = ''
  for (const text of texts) {
    if (summary.length >= fewest) break
    summary = `${summary} ${text ?? ''}`.trim()
  }
  const plain = summary.replace(/\s+/g, ' ')
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end >= fewest ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
