import { useRef } from 'react'

type Keyed = { content: string; key: string }

/** The key to send `content` with: the same as before for the same content, a new one for another. */
export function keyFor(content: string, previous: Keyed | undefined): Keyed {
  return previous?.content === content ? previous : { content, key: makeKey() }
}

/** 128 bits of chance. Not `randomUUID()`, which browsers withhold from a shop on a workshop's own network. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Idempotency keys: what is sent twice is done once, until it is known to be done. */
export function useIdempotencyKey() {
  const latest = useRef<Keyed>(undefined)
  return {
    keyOf: (body: object): string => {
      latest.current = keyFor(JSON.stringify(body), latest.current)
      return latest.current.key
    },
    forget: () => void (latest.current = undefined),
  }
}
