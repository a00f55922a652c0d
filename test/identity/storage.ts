/** A browser's storage, which can break as in a browser that lets nothing be kept. */
export function fakeStorage(): Storage & { isBroken: boolean } {
  const things = new Map<string, string>()
  const guarded = <T>(work: () => T): T => {
    if (storage.isBroken) throw new DOMException('not here', 'SecurityError')
    return work()
  }
  const storage = {
    isBroken: false,
    get length() {
      return things.size
    },
    clear: () => things.clear(),
    key: (index: number) => [...things.keys()][index] ?? null,
    getItem: (key: string) => guarded(() => things.get(key) ?? null),
    setItem: (key: string, value: string) => guarded(() => void things.set(key, value)),
    removeItem: (key: string) => guarded(() => void things.delete(key)),
  }
  return storage
}
