import { texts } from '#kernel/texts'
import type { Additions } from '../import.rules.ts'

/** What is on the form that reads files; sentences about problems say what to tick and to press there. */
export const formTexts = texts('imports.form', {
  unlisted: 'Parts that this source listed before, and no longer lists',
  additions: {
    createParts: 'Add parts that are new to the shop (they need a price)',
    createCategories: 'Add categories that are new to the shop',
    createAttributes: 'Add attributes that the shop lacks',
  } satisfies Record<keyof Additions, string>,
  category: 'Category of rows without one',
  send: 'Read and check',
})

/** What brings a file in again, corrected or with more ticked: the end of a sentence. */
export const sendAgain = () => `choose the file again on the page Import and press “${formTexts.send}”`
export const tickAgain = (addition: keyof Additions): string =>
  `choose the file again on the page Import, tick “${formTexts.additions[addition]}” and press “${formTexts.send}”`
