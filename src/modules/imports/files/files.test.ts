import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aces, app, plain, read } from '#test/files/read'
import { csvCell } from '#kernel/tables/written-files'
import { type FitmentRow, unit } from './rows.rules.ts'

describe('XML that means harm', () => {
  const attacks: [string, string, string][] = [
    ['a document type', '<!DOCTYPE ACES><ACES/>', 'xml-forbidden'],
    [
      'entities that grow',
      `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><ACES><App>&b;</App></ACES>`,
      'xml-forbidden',
    ],
    [
      'an outer entity',
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><ACES><App>&a;</App></ACES>`,
      'xml-forbidden',
    ],
    ['a document type without end', `<!DOCTYPE x [${' '.repeat(4_600_000)}`, 'xml-too-large'],
    ['an entity of its own', aces(app('<Part>&evil;</Part>')), 'xml-broken'],
    ['elements in elements', `<ACES>${'<a>'.repeat(5000)}`, 'xml-too-large'],
    ['an attribute without end', `<ACES><App id="${'x'.repeat(4_600_000)}"/></ACES>`, 'xml-too-large'],
    [
      'attributes by the thousand',
      `<ACES><App ${Array.from({ length: 2000 }, (_, n) => `a${n}="1"`).join(' ')}/></ACES>`,
      'xml-too-large',
    ],
    ['a text without end', `<ACES><App><Note>${'x'.repeat(4_600_000)}</Note></App></ACES>`, 'xml-too-large'],
    ['a comment without end', `<ACES><!--${'x'.repeat(4_600_000)}`, 'xml-too-large'],
    ['children by the thousand', aces(app('<Note>x</Note>'.repeat(30_000))), 'xml-too-large'],
  ]
  it.each(attacks)('refuses %s', async (_, text, code) => {
    const { broken, rows } = await read(text)
    expect(broken).toMatchObject({ code })
    expect(broken?.line).toBeGreaterThan(0)
    expect(rows).toEqual([])
  })

  it('takes the five entities and characters by number', async () => {
    const { rows } = await read(aces(app(`${plain}<Note>A &amp; B &#233; &#x20AC; &lt;</Note>`)))
    expect(rows).toMatchObject([{ notes: ['A & B é € <'] }])
  })
})

describe('encodings', () => {
  const note = 'Größe – 5 €'
  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${aces(app(`${plain}<Note>${note}</Note>`))}`)],
    [
      'UTF-16 with a mark',
      Buffer.from(
        `\ufeff${aces(app(`${plain}<Note>${note}</Note>`), '<?xml version="1.0" encoding="UTF-16"?>')}`,
        'utf16le',
      ),
    ],
    [
      'UTF-16 without one',
      Buffer.from(aces(app(`${plain}<Note>${note}</Note>`), '<?xml version="1.0" encoding="UTF-16"?>'), 'utf16le'),
    ],
    ['packed', gzipSync(aces(app(`${plain}<Note>${note}</Note>`)))],
  ])('reads %s', async (_, bytes) => {
    expect((await read(bytes)).rows).toMatchObject([{ notes: [note] }])
  })

  it('honours what the file declares', async () => {
    const text = aces(app(`${plain}<Note>Größe</Note>`), '<?xml version="1.0" encoding="ISO-8859-1"?>')
    expect((await read(Buffer.from(text, 'latin1'))).rows).toMatchObject([{ notes: ['Größe'] }])
  })

  it.each([
    [
      'an encoding that nobody knows',
      Buffer.from(aces(app(plain), '<?xml version="1.0" encoding="klingon"?>')),
      'encoding-unknown',
    ],
    [
      'bytes that are not what the file says',
      Buffer.from(aces(app(`${plain}<Note>\xe9</Note>`)), 'latin1'),
      'encoding-broken',
    ],
    [
      'a file that says UTF-16 and is not',
      Buffer.from(aces('', '<?xml version="1.0" encoding="UTF-16"?>')),
      'encoding-broken',
    ],
  ])('refuses %s', async (_, bytes, code) => {
    expect((await read(bytes)).broken).toMatchObject({ code })
  })

  it('takes a CSV that is no UTF-8 for windows-1252, wherever its first such letter is', async () => {
    const head = 'brand,part_number,name\n'
    const many = 'Acme,A-1,plain\n'.repeat(6000)
    const { rows } = await read(Buffer.from(`${head}${many}Acme,A-2,Größe\n`, 'latin1'))
    expect(rows.at(-1)).toMatchObject({ part: 'A-2', name: 'Größe' })
  })
})

describe('files that are cut or broken', () => {
  it('says the line on which an XML file ends too early', async () => {
    const whole = aces(`${app(plain)}\n${app(plain, '8')}\n`)
    const { broken } = await read(whole.slice(0, whole.length - 20))
    expect(broken).toMatchObject({ code: 'xml-broken', line: 3 })
  })

  it('refuses a packed file that is cut', async () => {
    const packed = gzipSync(aces(Array.from({ length: 500 }, (_, n) => app(plain, String(n))).join('\n')))
    expect((await read(packed.subarray(0, packed.length - 20))).broken).toMatchObject({ code: 'file-unreadable' })
  })

  it.each([
    ['nothing at all', '', 'head-missing'],
    ['no names of columns', 'hello,world\n1,2\n', 'head-missing'],
    ['a column twice', 'part_number,price,price\n', 'column-twice'],
    ['another kind of XML', '<html/>', 'xml-unknown'],
  ])('refuses a file with %s', async (_, text, code) => {
    expect((await read(text)).broken).toMatchObject({ code })
  })

  it('refuses bad rows with line, record, field and value, and takes the others', async () => {
    const text =
      'brand,part_number,year_from,year_to,make,model,quantity,conditions\nAcme,A-1,2004,2001,M,N,,\nAcme,,2001,2002,M,N,,\n\nAcme,A-3,2001,2002,M,N,two,\nAcme,A-4,2001,2002,M,N,,Drive\nAcme,A-5,2001,2002,M,N,2,Drive=AWD\n'
    const { rows, problems } = await read(text)
    expect(problems).toMatchObject([
      { line: 2, record: '1', field: 'year', code: 'years-reversed', value: '2004–2001' },
      { line: 3, record: '2', field: 'part_number', code: 'value-missing' },
      { line: 5, record: '3', field: 'quantity', code: 'number-expected', value: 'two' },
      { line: 6, record: '4', field: 'conditions', code: 'condition-malformed', value: 'Drive' },
    ])
    expect(rows.map(row => row.line)).toEqual([7, 7])
    expect((rows as FitmentRow[]).map(row => row.vehicle)).toEqual([
      `${unit}2001${unit}M${unit}N${unit}`,
      `${unit}2002${unit}M${unit}N${unit}`,
    ])
  })

  it('refuses a number that another brand’s part is said to supersede', async () => {
    const { rows, problems } = await read(
      'brand,part_number,kind,number,number_brand\nCorvane,CV-2,supersedes,X-9,Other\nCorvane,CV-2,supersedes,CV-1,CORVANE\nCorvane,CV-2,supersedes,CV-0,\nCorvane,CV-2,interchange,X-9,Other\n',
    )
    expect(problems).toMatchObject([{ line: 2, field: 'number_brand', code: 'replaces-other-brand', value: 'Other' }])
    expect(rows.map(row => row.line)).toEqual([3, 4, 5])
  })

  it('tells words for a discontinued part from figures that are wrong', async () => {
    const lines = ['A-1,entfällt,4', 'A-2,1.00,DISC', 'A-3,wycofany,NLA', 'A-4,1.00,many', 'A-5,1.00,4']
    const { rows, problems } = await read(`part_number,price,stock\n${lines.join('\n')}\n`)
    expect(problems.map(({ code, field, value }) => `${field}: ${code} ${value}`)).toEqual([
      'price: part-discontinued entfällt',
      'stock: part-discontinued DISC',
      'price: part-discontinued wycofany',
      'stock: part-discontinued NLA',
      'stock: number-expected many',
    ])
    expect(rows.map(row => row.line)).toEqual([6])
    expect((await read('part_number,quantity\nA-1,obsolete\n')).problems).toMatchObject([{ code: 'part-discontinued' }])
  })

  it('counts lines inside quotation marks', async () => {
    const { problems } = await read('part_number,name,price\n"A-1","two\nlines",1.00\nA-2,x,nothing\n')
    expect(problems).toMatchObject([{ line: 4, code: 'price-malformed' }])
  })
})

describe('catalogue files', () => {
  it('match names without their namespace', async () => {
    const text = aces(app(plain))
      .replace('<ACES ', '<a:ACES xmlns:a="http://www.autocare.org" ')
      .replace('</ACES>', '</a:ACES>')
    expect((await read(text.replaceAll('<App', '<a:App').replaceAll('</App', '</a:App'))).rows).toHaveLength(1)
  })

  it('keep coded conditions as text, in one order, and no note for what says nothing', async () => {
    const { rows } = await read(
      aces(
        app(`${plain}<SubModel id="20"/><EngineBase id="9"/><Qual id="3"><text>With ABS</text></Qual><Note> </Note>`),
      ),
    )
    expect(rows).toMatchObject([
      {
        conditions: [
          { name: 'Engine Base', value: '9' },
          { name: 'Submodel', value: '20' },
        ].map(condition => ({ ...condition, name: condition.name === 'Engine Base' ? 'Engine base' : condition.name })),
        notes: ['With ABS'],
        position: 'Position 22',
        quantity: 2,
      },
    ])
  })

  it('read years, and say what they cannot take', async () => {
    const years = '<Years from="1999" to="2001"/><Make id="3"/><Model id="4"/><Part>A</Part>'
    const { rows, problems } = await read(
      aces(
        `${app(years)}${app('<Mfr id="1"/><EquipmentModel id="2"/><Part>A</Part>', '9')}${app('<BaseVehicle id="x"/><Part>A</Part>', '10')}`,
      ),
    )
    expect((rows as FitmentRow[]).map(row => row.vehicle)).toEqual(
      [1999, 2000, 2001].map(year => `vcdb-model${unit}${year}/3/4`),
    )
    expect(problems.map(problem => [problem.record, problem.code])).toEqual([
      ['9', 'equipment-unsupported'],
      ['10', 'number-expected'],
    ])
  })

  it('are told what to send instead of a change', async () => {
    const { problems } = await read(aces(app(plain).replace('action="A"', 'action="C"')))
    expect(problems).toMatchObject([{ code: 'action-change', value: 'C' }])
  })

  it('tell when the file counts its records otherwise', async () => {
    const { problems } = await read(aces(`${app(plain)}<Footer><RecordCount>2</RecordCount></Footer>`))
    expect(problems).toMatchObject([{ code: 'record-count', value: '2, not 1' }])
  })

  it('take the price of the smallest quantity, and none of another currency', async () => {
    const item = (prices: string) =>
      `<PIES><Items><Item MaintenanceType="A"><PartNumber>A</PartNumber><BrandID>X</BrandID><Prices>${prices}</Prices></Item></Items></PIES>`
    const price = (text: string, more = '') => `<Pricing><Price>${text}</Price>${more}</Pricing>`
    const first = await read(item(price('3.96', '<PriceBreak>3</PriceBreak>') + price('4.50')))
    expect(first.rows).toMatchObject([{ price: 450 }])
    const typed = (type: string, text: string) => price(text).replace('<Pricing', `<Pricing PriceType="${type}"`)
    const kinds = typed('JBR', '3.00') + typed('LST', '6.00') + typed('ret', '5.50')
    expect((await read(item(kinds))).rows).toMatchObject([{ price: 550 }])
    expect((await read(item(kinds.replace('ret', 'WD1')))).rows).toMatchObject([{ price: 600 }])
    const second = await read(item(price('4.50', '<CurrencyCode>CAD</CurrencyCode>')))
    expect(second.problems).toMatchObject([{ code: 'price-currency', value: '4.50 CAD' }])
  })
})

describe('CSV', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 30 }).map(text => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  it('reads back what was written, with every separator and line end', async () => {
    const separators = fc.constantFrom(',', ';', '\t')
    const ends = fc.constantFrom('\n', '\r\n')
    await fc.assert(
      fc.asyncProperty(
        // A category with this sign is a path, which is read as one.
        fc.array(
          fc.tuple(
            cell,
            cell.filter(text => !text.includes('>')),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        separators,
        ends,
        async (rows, separator, end) => {
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
          const lines = rows.map(([name, category], at) => [`A-${at}`, quoted(name), quoted(category)].join(separator))
          const { rows: records } = await read([`part_number${separator}name${separator}category`, ...lines].join(end))
          expect(records).toMatchObject(
            rows.map(([name, category]) => ({ name: name || null, category: category || null })),
          )
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)

  it.each([
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['+1', "'+1"],
    ['-2.5', '-2.5'],
    ['-2+3', "'-2+3"],
    ['a,"b"', '"a,""b"""'],
  ])('writes %s so that a spreadsheet shows it', (text, written) => {
    expect(csvCell(text)).toBe(written)
  })
})

describe('a packed file', () => {
  const packed = (megabytes: number) =>
    gzipSync(`part_number,name\n${'A-1,Copper funnel\n'.repeat((megabytes * 1024 ** 2) / 18)}`)

  it('that unpacks to far more than a catalogue is left alone (finding 39)', async () => {
    const file = packed(30)
    expect(file.length).toBeLessThan(150_000)
    const { rows, broken } = await read(file, 'bomb.csv.gz')
    expect({ rows, broken }).toEqual({
      rows: [],
      broken: expect.objectContaining({ code: 'file-unpacks-too-large', value: 'bomb.csv.gz' }),
    })
  })
})
