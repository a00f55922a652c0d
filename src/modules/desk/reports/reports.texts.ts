import { texts } from '#kernel/texts'

export const periodTexts = texts('desk.period', {
  reversed: 'The last day is before the first. Turn them around.',
})
