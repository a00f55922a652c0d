/** Numbers that look random and are the same again for the same seed (mulberry32). */
export type Chance = {
  /** From 0 to below 1. */
  number(): number
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number
  pick<T>(things: readonly T[]): T
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1))
  return {
    number,
    between,
    pick(things) {
      const thing = things[between(0, things.length - 1)]
      if (thing === undefined) throw new Error('there is nothing to pick from')
      return thing
    },
  }
}
