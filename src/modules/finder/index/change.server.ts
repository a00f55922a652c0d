import { type ToolIndex, bury, weightsOf, writeTool } from './build.server.ts'
import { type IndexedTool, capacityOf, rearranged, textHashOf, writeFigures } from './columns.server.ts'
import { addPosting, postingBits } from './words/vocabulary.server.ts'

/**
 * Puts a tool as it is now into the index. Price, stock and rating are written where they stand; with other words the
 * tool gets a new slot, and the old one is passed over until the next build.
 */
export function putTool(index: ToolIndex, tool: IndexedTool): void {
  const old = (index.slotOf[tool.ordinal] ?? 0) - 1
  if (old >= 0 && index.columns.textHash[old] === textHashOf(tool)) return writeFigures(index, old, tool)
  if (old >= 0) bury(index, old)
  append(index, tool)
}

export function removeTool(index: ToolIndex, ordinal: number): void {
  const slot = (index.slotOf[ordinal] ?? 0) - 1
  if (slot < 0) return
  bury(index, slot)
}

/** So many slots were added that a new index answers faster than this one. */
export function isWorn({ added, columns }: ToolIndex): boolean {
  return added > Math.min(50_000, 5000 + columns.count / 10)
}

function append(index: ToolIndex, tool: IndexedTool): void {
  const slot = index.columns.count
  if (slot === capacityOf(index.columns)) index.columns = rearranged(index.columns, slot + (slot >> 3) + 1024)
  index.columns.count += 1
  index.added += 1
  index.alive += 1
  writeTool(index, slot, tool)
  if (tool.ordinal >= index.slotOf.length) {
    const longer = new Uint32Array(tool.ordinal + (tool.ordinal >> 3) + 1024)
    longer.set(index.slotOf)
    index.slotOf = longer
  }
  index.slotOf[tool.ordinal] = slot + 1

  for (const [word, weight] of weightsOf(tool, { withMarks: true }))
    addPosting(index.vocabulary, word, (slot << postingBits.slotShift) | postingBits.exact | weight)
}
