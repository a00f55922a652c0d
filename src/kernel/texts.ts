type Speaker = <Texts extends object>(name: string, english: Texts) => Texts

let speaker: Speaker | undefined

/**
 * A table of sentences, in the language of the moment in which one of them is read: whoever reads them while a module loads would keep
 * the first language for ever. `name` is the table's own, `ordering.basket`; a translation is found by it. What stands here is English.
 */
/* @__NO_SIDE_EFFECTS__ */
export function texts<Texts extends object>(name: string, english: Texts): Texts {
  return new Proxy(english, {
    get: (_, key): unknown => Reflect.get(speaker ? speaker(name, english) : english, key),
  })
}

/** Has all tables read by `next` from now on: it gives the table of this name in the language of the moment. */
export function speakBy(next: Speaker | undefined): void {
  speaker = next
}

/** What a table says of a key that comes from elsewhere; undefined where it has no such key. */
export const textFor = <Text>(table: Readonly<Record<string, Text>>, key: string): Text | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
