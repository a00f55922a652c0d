import { texts } from '#kernel/texts'

/** What the drawing of a lost page shows. */
export const lostDrawingTexts = texts('screens.lostDrawing', {
  notFound: 'Page not found: a gear with one tooth broken off, beside an empty place in the tool wall',
  failed: 'A machine that has stopped: a broken gear',
})
