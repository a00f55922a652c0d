import { texts } from '#kernel/texts'

export const letterTexts = texts('platform.letter', {
  /** `name`: left out where the address is not confirmed, and so may be somebody else's. */
  greeting: (name?: string) => (name === undefined ? 'Hello,' : `Hello ${name},`),
})
