/** A topic that changes with every other one. */
export const anything = 'anything'

/** Of more topics than these, those that changed longest ago are taken for changed just now. */
const mostTopics = 100_000

/** When topics have changed last, by the numbers of the changes. */
export function topicLog() {
  let latest = 0
  /** Everything has changed at this number. */
  let floor = 0
  const changedAt = new Map<string, number>()

  function noteAll(): void {
    latest += 1
    floor = latest
    changedAt.clear()
  }

  function note(topics: Iterable<string>): void {
    latest += 1
    for (const topic of topics) changedAt.set(topic, latest)
    if (changedAt.size > mostTopics) noteAll()
  }

  /** Whether one of these topics has changed after that number. */
  function hasChanged(topics: Iterable<string>, since: number): boolean {
    if (floor > since) return true
    for (const topic of topics) {
      if (topic === anything ? latest > since : (changedAt.get(topic) ?? 0) > since) return true
    }
    return false
  }

  return { latest: () => latest, note, noteAll, hasChanged }
}
