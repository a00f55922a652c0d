import { texts } from '#kernel/texts'

export const periodTexts = texts('desk.period', {
  reversed: 'The last day is before the first. Turn them around.',
})

/** What is said of the fields of reports. */
export const reportFieldTexts = texts('desk.reportFields', {
  format: 'The shop writes no such file.',
})
