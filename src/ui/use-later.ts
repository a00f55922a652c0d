import { useEffect, useState } from 'react'

/**
 * A part of the screen that is not there at first: fetched once it is wanted, undefined until it has come. Where it cannot be
 * fetched the screen stays as it is. `load` must be the same function each time.
 */
export function useLater<T>(isWanted: boolean, load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<{ part: T }>()
  useEffect(() => {
    if (!isWanted) return
    load().then(
      part => setLoaded({ part }),
      () => undefined,
    )
  }, [isWanted, load])
  return loaded?.part
}
