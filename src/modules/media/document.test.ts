import { describe, expect, it } from 'vitest'
import { pdf } from '#test/files/documents'
import { documentPath, isPdf } from './document.rules.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('a document', () => {
  it('is a PDF by its header, its end, and the table of objects where the end says it is', () => {
    expect(isPdf(pdf())).toBe(true)
    // Some makers write something before the header, and count from it.
    expect(isPdf(Buffer.concat([bytes('\xef\xbb\xbf\n'), pdf()]))).toBe(true)
    expect(isPdf(Buffer.concat([pdf(), bytes('\r\n\0\0')]))).toBe(true)
  })

  it.each([
    ['nothing', bytes('')],
    ['a header alone', bytes('%PDF-1.7\n')],
    ['a page of the web with a header', bytes('%PDF-1.7\n<script>alert(1)</script>')],
    ['a file that was cut short', pdf().subarray(0, -40)],
    ['one whose end points nowhere', bytes('%PDF-1.7\nstartxref\n9\n%%EOF')],
    ['one whose end points beyond it', bytes('%PDF-1.7\nstartxref\n9999999999\n%%EOF')],
    ['one with more behind its end', Buffer.concat([pdf(), bytes('<script>alert(1)</script>')])],
    ['another kind', bytes('PK\x03\x04%PDF-1.7 startxref 0 %%EOF')],
  ])('is none where there is %s', (_, file) => expect(isPdf(file)).toBe(false))

  it('has an address whose last part is one name, whatever the name is', () => {
    expect(documentPath('k', 'a/b?c#d')).toBe('/documents/k/a%2Fb%3Fc%23d.pdf')
  })
})
