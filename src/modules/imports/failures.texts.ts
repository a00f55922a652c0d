import { texts } from '#kernel/texts'

/** Why nothing came of an import, for no reason of its files. */
export const importFailures = texts('imports.failures', {
  fault: 'A fault in the shop prevented this; the log has the details. Try again.',
  dead: 'The process that read these files has ended. Import them again.',
  /** It was ordered so long ago that nobody is at it any more. */
  forgotten: 'This was never carried out, because the shop was stopped or restored. Start it again.',
})
