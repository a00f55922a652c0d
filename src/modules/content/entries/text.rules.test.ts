import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentFile } from '../shapes.rules.ts'
import { readText, writeText } from './text.rules.ts'

const file: ContentFile = JSON.parse(readFileSync(new URL('../../../../content/shop.json', import.meta.url), 'utf8'))

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}<>]+/gu) ?? []

describe('the text of a page', () => {
  it.each([...file.pages, ...file.blog.articles].map(({ slug, sections }) => [slug, sections] as const))(
    'says all that the file says of %s, and nothing else',
    (_slug, sections) => expect(readText(writeText(sections))).toEqual(sections),
  )

  it('is read as it is meant', () => {
    const text = [
      'First, over',
      'two lines.',
      '',
      'Second:',
      '- one',
      '* two',
      'Third, after the list.',
      '## Heading',
      '```',
      '  - no point',
      '',
      '## no heading',
      '```',
      'Last.',
    ].join('\r\n')
    expect(readText(text)).toEqual([
      { paragraphs: ['First, over two lines.', 'Second:'], points: ['one', 'two'] },
      { paragraphs: ['Third, after the list.'] },
      { heading: 'Heading', paragraphs: [], code: ['  - no point', '', '## no heading'] },
      { paragraphs: ['Last.'] },
    ])
  })

  it('loses no word and moves none, whatever is typed', () => {
    const line = fc.oneof(
      fc.constantFrom('', '```', '- a', '## b', '#', '-', '<script>alert(1)</script>', '`c`'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line), lines => {
        const text = lines.join('\n')
        const readBack = readText(text).flatMap(({ heading = '', paragraphs, points = [], code = [] }) => [
          heading,
          ...paragraphs,
          ...points,
          ...code,
        ])
        expect(wordsOf(readBack.join('\n'))).toEqual(wordsOf(text))
      }),
    )
  })
})
