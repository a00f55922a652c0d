/** Waits until something holds, looking again and again; fails with the last value seen. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (value: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await look()
    if (holds(value)) return value
    if (Date.now() > deadline)
      throw new Error(`did not come true in ${withinMs} ms; last seen: ${JSON.stringify(value)}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
