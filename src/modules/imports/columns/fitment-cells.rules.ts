export type Condition = { name: string; value: string }

/** `Drive=AWD; Brakes=Disc`: a sign that divides stands behind a backslash where it is part of a name or a value. */
export const joinConditions = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ name, value }) => `${behindBackslash(name, /[\\;=]/g)}=${behindBackslash(value, /[\\;]/g)}`)
    .join('; ')

/** Each with what was written. A name or a value that is missing is empty. */
export const splitConditions = (text: string): (Condition & { written: string })[] =>
  (text.match(/(?:\\.|[^\\;])+|\\$/gs) ?? [])
    .map(one => one.trim())
    .filter(Boolean)
    .map(written => {
      const [, name = '', value = ''] = /^((?:\\.|[^\\=])*)=?(.*)$/s.exec(written) ?? []
      return { name: plain(name, /\\([\\;=])/g), value: plain(value, /\\([\\;=])/g), written }
    })

/** Each in a line of its own; the end of a line within one stands behind a backslash. */
export const joinNotes = (notes: readonly string[]): string =>
  notes.map(note => behindBackslash(note, /\\(?=[\\\n])|\\$|\n/g)).join('\n')

export const splitNotes = (text: string): string[] =>
  (text.match(/(?:\\[\\\n]|[^\n])+/g) ?? []).map(note => plain(note, /\\([\\\n])/g)).filter(Boolean)

const behindBackslash = (text: string, signs: RegExp) => text.replaceAll(signs, String.raw`\$&`)
const plain = (text: string, signs: RegExp) => text.replaceAll(signs, '$1').trim()
