import { texts } from '#kernel/texts'
import { sentence } from '#kernel/sentence'

/** What a list says of a tool that a search has found. */
export const foundByTexts = texts('finder.foundBy', {
  matched: {
    own: 'Part number',
    oem: 'OEM number',
    interchange: 'Replaces',
    gtin: 'GTIN',
  },
  condition: (name: string, value: string) => sentence`${name}: ${value}`,
})
