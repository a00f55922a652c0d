/** Whether a storage of the browser has something under a key. One that is closed to us has nothing. */
export function isKept(storage: () => Storage, key: string): boolean {
  try {
    return storage().getItem(key) !== null
  } catch {
    return false
  }
}
