import { texts } from '#kernel/texts'

export const tableFileTexts = texts('platform.tableFile', {
  tooManyRows: (most: number) => `Use at most ${most} rows in a file.`,
})
