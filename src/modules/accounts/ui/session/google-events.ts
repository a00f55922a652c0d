/**
 * The answers of sign-ins that were taken. Each is taken once; when none has come for a while, they are forgotten
 * (specification, section 9), and an old one then fails because no attempt waits for it.
 */
export function eventMemory(keptMs: number, now: () => number) {
  const taken = new Set<string>()
  let lastAt = now()
  return {
    /** False when this one was taken before. */
    take: (event: string): boolean => {
      if (now() - lastAt >= keptMs) taken.clear()
      if (taken.has(event)) return false
      taken.add(event)
      lastAt = now()
      return true
    },
  }
}

/** The name of one attempt: nobody else can guess it. */
export function newEvent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
