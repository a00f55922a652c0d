import { describe, expect, it } from 'vitest'
import { summaryOf } from './summary.ts'

const sentence = 'Solid cast-iron rear disc, 258 mm diameter, 10 mm new and 8 mm minimum thickness.'

describe('a summary', () => {
  it('is the text itself where that has the right length', () => {
    expect(summaryOf(sentence, 'More.')).toBe(sentence)
  })

  it('takes in further texts while it is too short, and none for texts that are not there', () => {
    expect(summaryOf('Where we look for people.', undefined, 'We are a small shop.', 'And so on.')).toBe(
      'Where we look for people. We are a small shop. And so on.',
    )
  })

  it('ends between two words, without what would follow a comma, and says that it goes on', () => {
    const summary = summaryOf(`${sentence} ${sentence} ${sentence}`)
    expect(summary.length).toBeLessThanOrEqual(160)
    expect(summary).toMatch(/[a-z0-9]…$/)
    expect(`${sentence} ${sentence}`).toContain(`${summary.slice(0, -1)} `)
  })

  it.each([
    ['is long enough', 'x'.repeat(50), 'x'.repeat(50)],
    ['is too short by one', 'x'.repeat(49), `${'x'.repeat(49)} more`],
    ['is just not too long', 'x'.repeat(160), 'x'.repeat(160)],
    ['has its last space where a summary may end', `${'x'.repeat(50)} ${'y'.repeat(200)}`, `${'x'.repeat(50)}…`],
    ['would end on a dash', `${'x'.repeat(155)}, – ${'y'.repeat(9)}`, `${'x'.repeat(155)}…`],
  ])('is right to the character where the text %s', (_, text, summary) => {
    expect(summaryOf(text, 'more')).toBe(summary)
  })

  it('cuts what has no words', () => {
    expect(summaryOf('x'.repeat(300))).toBe(`${'x'.repeat(159)}…`)
  })

  it('is one line', () => {
    expect(summaryOf('One.\n\n Two.\tThree.')).toBe('One. Two. Three.')
  })
})
