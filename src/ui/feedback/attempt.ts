/** One try of an action: its content, and the key that makes sending it twice do it once. */
export type Attempt = { content: string; key: string }

/** The attempt to send `content` with: the same as before for the same content, a new one for another. */
export function attemptFor(content: string, previous: Attempt | undefined): Attempt {
  return previous?.content === content ? previous : { content, key: makeKey() }
}

/** 128 bits of chance. Not `randomUUID()`, which browsers withhold from a shop on a workshop's own network. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
