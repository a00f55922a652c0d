type Change = { field: string; before: unknown; after: unknown }

/** What differs between two states of a thing, field by field; a field that only one of them has differs too. */
export function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map(field => ({ field, before: before?.[field], after: after?.[field] }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
