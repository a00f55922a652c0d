import { describe, expect, it } from 'vitest'
import type { TableRow } from '#kernel/tables/records'
import {
  mayBeAttribute,
  numbersToAsk,
  pricesAmong,
  proposeColumns,
  proposeCurrency,
  proposeMeanings,
} from './propose.rules.ts'
import { profileOfFile } from './profiles.rules.ts'

const shop = { currency: 'usd', locale: 'en' }
const rowsOf = (...lines: string[]): TableRow[] =>
  lines.map((line, at) => ({ line: at + 1, lastLine: at + 1, cells: line.split('|') }))

describe('the currency of a list', () => {
  const proposed = (...lines: string[]) => {
    const proposal = proposeColumns(rowsOf(...lines), shop)
    return proposal && proposeCurrency(proposal.columns, proposal, shop)
  }

  it.each([
    ['eur', ['Nr|Preis EUR', 'A-1|12,50']],
    ['eur', ['Nr|Price (€)', 'A-1|12.50']],
    ['try', ['Nr|Fiyat (TL)', 'A-1|12.50']],
    ['chf', ['Nr|Preis|Währung', 'A-1|12.50|CHF', 'A-2|1.50|CHF', 'A-3|1.50|EUR']],
    ['gbp', ['Nr|Price', 'A-1|£12.50', 'A-2|on request EUR']],
    ['eur', ['Preise in EUR, ohne MwSt.|', 'Nr|Preis', 'A-1|12,50']],
    // In another currency nothing is said, or the shop's is.
    [undefined, ['Nr|Price', 'A-1|12.50']],
    [undefined, ['Nr|Price USD', 'A-1|12.50']],
    [undefined, ['Euro Parts Franken, eur. Lager|', 'Nr|Price', 'A-1|12.50']],
    [undefined, ['PRICE LIST FOR ALL|', 'Nr|Price', 'A-1|12.50']],
    [undefined, ['Nr|Price|Currency', 'A-1|12.50|$']],
    // It is of yen or yuan, and the list has no amounts.
    [undefined, ['Nr|Price ¥', 'A-1|1250']],
    [undefined, ['Nr|Name|Währung', 'A-1|Nabe|EUR']],
  ])('%j of %j', (currency, lines) => expect(proposed(...lines)).toBe(currency))

  it('is what the formats of a workbook show', () => {
    const rows = [...rowsOf('Nr|Preis'), { line: 2, lastLine: 2, cells: ['A-1', '12.5'], figures: new Map([[1, '€']]) }]
    const proposal = proposeColumns(rows, shop)!
    expect(proposeCurrency(proposal.columns, proposal, shop)).toBe('eur')
  })

  it('is dollars of the States where the sign alone stands in a shop of euros', () => {
    const euros = { ...shop, currency: 'eur' }
    const proposal = proposeColumns(rowsOf('Nr|Price $', 'A-1|12.50'), euros)!
    expect(proposeCurrency(proposal.columns, proposal, euros)).toBe('usd')
  })
})

it('takes a currency beside a figure for no word', () => {
  const rows = rowsOf('Nr|Cena', 'A-1|12,50 zł', 'A-2|12 Euro', 'A-3|CHF 5', 'A-4|na zapytanie', 'A-5|5 each')
  const { columns, below } = proposeColumns(rows, shop)!
  const price = columns.map(one => (one.head === 'Cena' ? { ...one, column: 'price' } : one))
  expect(proposeMeanings(price, below).map(({ text }) => text)).toEqual(['na zapytanie', '5 each'])
})

it('knows the names of a Turkish list by their own letters, and takes what dealers pay for no price', () => {
  const lines = [
    'Stok Kodu|Ürün Adı|Liste Fiyatı|Bayi Fiyatı',
    'TR-1|Şanzıman takozu|443,95|341,50',
    'TR-2|Conta|12,50|9,10',
  ]
  const columnsOf = (...lines: string[]) => proposeColumns(rowsOf(...lines), shop)?.columns.map(({ column }) => column)
  expect(columnsOf(...lines)).toEqual(['part_number', 'name', 'list_price', ''])
  expect(columnsOf('STOK KODU|ÜRÜN ADI|LİSTE FİYATI', 'TR-1|Conta|12,50')).toEqual([
    'part_number',
    'name',
    'list_price',
  ])
})

it('takes counts beside a word for pieces for no word, and asks what others mean', () => {
  const rows = rowsOf(
    'Nr|Skladem',
    ...['5 ks', '12 ks', '> 5 ks', '100+ Stk.', '3 sady', '2 kpl', 'ks'].map(cell => `A|${cell}`),
  )
  const { columns, below } = proposeColumns(rows, shop)!
  expect(proposeMeanings(columns, below).map(({ text, means }) => [text, means])).toEqual([
    ['> 5 ks', '5'],
    ['100+ Stk.', '100'],
    ['3 sady', undefined],
    ['2 kpl', undefined],
    ['ks', undefined],
  ])
})

it('knows what lists of several languages say of many pieces, of none and of a price that is asked for', () => {
  const words = ['Más de 50', '+ de 200', 'oltre 1000', 'über 20', 'YOK', 'není', 'VAR']
  const rows = rowsOf('Nr|Stok|Fiyat', ...words.map(word => `A|${word}|nous consulter`))
  const { columns, below } = proposeColumns(rows, shop)!
  expect(proposeMeanings(columns, below).map(({ text, means }) => [text, means])).toEqual([
    ['Más de 50', '50'],
    ['+ de 200', '200'],
    ['oltre 1000', '1000'],
    ['über 20', '20'],
    ['YOK', '0'],
    ['není', '0'],
    ['VAR', undefined],
    ['nous consulter', ''],
  ])
})

it('proposes of a word for a discontinued part that none is there, and that its price stays', () => {
  const rows = rowsOf(
    'Nr|Stok|Fiyat',
    ...['entfällt', 'Wycofany', 'DISC', 'obsolete', 'NLA'].map(word => `A|${word}|${word}`),
  )
  const { columns, below } = proposeColumns(rows, shop)!
  const means = proposeMeanings(columns, below).map(({ column, means }) => `${column}: ${means}`)
  expect(means).toEqual([...Array.from({ length: 5 }, () => 'stock: 0'), ...Array.from({ length: 5 }, () => 'price: ')])
})

it.each([
  ['Artnr|Benämning|Varugrupp|Pris|Lagersaldo|Vikt|Förp.', 'part_number name category price stock weight multiple'],
  [
    'Kód zboží|Název|Skupina|Cena bez DPH|Skladem|Hmotnost|OE čísla',
    'part_number name category price stock weight oem',
  ],
  [
    'Ürün Kodu|Ürün Adı|Grup|Fiyat|Stok Durumu|Ağırlık|Koli Adedi',
    'part_number name category price stock weight multiple',
  ],
  [
    'Indeks|Nazwa|Grupa|Cena netto|Stan mag.|Masa [kg]|Opakowanie',
    'part_number name category price stock weight multiple',
  ],
  ['Codice|Nome|Gruppo|Prezzo|Giacenza|Peso|Conf.', 'part_number name category price stock weight multiple'],
  ['Artikelcode|Naam|Artikelgroep|Prijs|Voorraad|Gewicht|VPE', 'part_number name category price stock weight multiple'],
  ...[
    'Артикул|Наименование|Группа|Цена, руб.|Остаток',
    'Артикул|Назва|Категорія|Ціна|Залишок',
    'Κωδικός|Ονομασία|Κατηγορία|Τιμή|Απόθεμα',
    'Cikkszám|Megnevezés|Termékcsoport|Nettó ár|Készlet',
    'Cod produs|Denumire|Categorie|Preț|Stoc',
    'Kód tovaru|Názov|Kategória|Cena bez DPH|Skladom',
    'Šifra|Naziv|Kategorija|Cijena|Zaliha',
    'Varenummer|Varenavn|Varegruppe|Pris ekskl. moms|Lagerbeholdning',
    'Tuotenumero|Nimi|Tuoteryhmä|Hinta|Varasto',
    'رقم القطعة|الاسم|الفئة|السعر|المخزون',
    '品番|商品名|カテゴリー|価格|在庫数',
    '零件号|名称|分类|单价|库存',
    '품번|품명|카테고리|단가|재고',
  ].map((head): [string, string] => [`${head}|x|y`, 'part_number name category price stock']),
])('knows the columns of %j', (head, columns) => {
  const proposed = proposeColumns(rowsOf(head, 'A-1|Disc, front|Brakes|12.50|4|1.25|10'), shop)?.columns
  expect(proposed?.slice(0, columns.split(' ').length).map(({ column }) => column)).toEqual(columns.split(' '))
})

it.each([
  'Закупочная цена',
  'Оптовая цена',
  'Beszerzési ár',
  'Preț achiziție',
  'Τιμή αγοράς',
  '仕入価格',
  '采购价',
  '매입가',
])('takes what a shop pays for no price: %s', head => {
  const rows = rowsOf(`Code|${head}`, 'A-1|12.50', 'A-2|13.50', 'A-3|14.50')
  expect(proposeColumns(rows, shop)?.columns[1]).toMatchObject({ head, column: '' })
})

describe('numbers that the shop knows', () => {
  const rows = rowsOf('Regal|Vergl.|Bezeichnung', 'A-1|KW-1|Nabe vorne', 'A-2|KW-2|Nabe hinten', 'A-3|KW-3|Ring innen')
  const columnsWith = (own: number, oem: number, of = rows) =>
    proposeColumns(of, shop, new Map([[1, { asked: 3, own, oem, interchange: 0, gtin: 0 }]]))?.columns.map(
      ({ column, by }) => [column, by],
    )

  it.each([
    [2, 3, ['part_number', 'shop']],
    [1, 2, ['oem', 'shop']],
    [1, 1, ['', 'nothing']],
  ])('of three, %i parts’ own and %i of vehicles’ makers make it %j', (own, oem, expected) =>
    expect(columnsWith(own, oem)?.[1]).toEqual(expected),
  )

  it('count before distinct numbers elsewhere, and for nothing where the name says something else', () => {
    expect(columnsWith(3, 0)?.[0]).toEqual(['', 'nothing'])
    expect(columnsWith(0, 0)?.[0]).toEqual(['part_number', 'content'])
    const weights = [{ ...rows[0]!, cells: ['Regal', 'Einkaufsrabatt', 'Bezeichnung'] }, ...rows.slice(1)]
    expect(columnsWith(3, 0, weights)?.[1]).toEqual(['', 'nothing'])
    const named = [{ ...rows[0]!, cells: ['Artikelnummer', 'Vergl.', 'Bezeichnung'] }, ...rows.slice(1)]
    expect(columnsWith(3, 3, named)?.slice(0, 2)).toEqual([
      ['part_number', 'name'],
      ['oem', 'shop'],
    ])
  })

  it('are asked for of columns whose names say nothing, a hundred cells each', () => {
    expect([...numbersToAsk(rows, shop)]).toEqual([
      [0, ['A-1', 'A-2', 'A-3']],
      [1, ['KW-1', 'KW-2', 'KW-3']],
    ])
    const many = rowsOf('Regal|Name', ...Array.from({ length: 500 }, (_, n) => `A-${n}|Nabe`))
    expect(numbersToAsk(many, shop).get(0)).toHaveLength(100)
  })
})

it('leaves out amounts in another currency than the price’s', () => {
  const columnsOf = (head: string) =>
    proposeColumns(rowsOf(head, 'A-1|12.50|13.50', 'A-2|2.50|3.50'), shop)?.columns.map(({ column }) => column)
  expect(columnsOf('Nr|List price (CHF)|Price (EUR)')).toEqual(['part_number', '', 'price'])
  expect(columnsOf('Nr|List price (EUR)|Price')).toEqual(['part_number', 'list_price', 'price'])
})

it('of two prices that are called alike takes the one in the shop’s currency, wherever it stands', () => {
  const columnsOf = (head: string, currency: string) =>
    proposeColumns(rowsOf(head, 'A-1|12.50|13.50', 'A-2|2.50|3.50'), { ...shop, currency })?.columns.map(
      ({ column }) => column,
    )
  expect(columnsOf('Nr|Preis EUR|Preis USD', 'usd')).toEqual(['part_number', '', 'price'])
  expect(columnsOf('Nr|Preis EUR|Preis USD', 'eur')).toEqual(['part_number', 'price', ''])
  expect(columnsOf('Nr|Preis EUR|Preis USD', 'gbp')).toEqual(['part_number', 'price', ''])
})

it('takes what is measured for no stock, and the units that a Czech list says for it', () => {
  const lines = ['Obj. č.|Výška (mm)|Barva|MOC s DPH|VOC bez DPH|Skladem']
  for (let at = 10; at < 20; at += 1) lines.push(`0000${at}|${at === 10 ? '20-25' : at}|černá|12,${at}|10,${at}|${at}`)
  const { columns = [] } = proposeColumns(rowsOf(...lines), shop) ?? {}
  expect(columns.map(({ column }) => column)).toEqual(['part_number', '', '', 'list_price', 'price', 'stock'])
})

describe('the columns that hold prices', () => {
  const pricesOf = (head: string, line: string) => pricesAmong(proposeColumns(rowsOf(head, line), shop)?.columns ?? [])
  it.each([
    ['Part #|List £|Trade £', 'A-1|12.50|10.00', ['List £', 'Trade £']],
    ['Obj. č.|MOC s DPH|VOC bez DPH', 'A-1|12,50|10,00', ['MOC s DPH', 'VOC bez DPH']],
    ['Nr|Preis|Aktion', 'A-1|12,50|9,90', ['Preis', 'Aktion']],
    // Neither is a weight, a width, or what the shop pays.
    ['Nr|Preis|Gewicht|Breite (mm)|EK', 'A-1|12,50|1,25|20,50|8,00', ['Preis']],
  ])('of %j', (head, line, prices) => expect(pricesOf(head, line)).toEqual(prices))

  it('are told apart by what dealers and shops call them', () => {
    const columnsOf = (head: string) =>
      proposeColumns(rowsOf(head, 'A-1|12.50|10.00|100'), shop)?.columns.map(({ column }) => column)
    expect(columnsOf('Part #|List £|Trade £|Free stk')).toEqual(['part_number', 'list_price', 'price', 'stock'])
    // Left out, a price for a hundred would be one for each.
    expect(columnsOf('Réf.|Tarif|PU HT|Px pour')).toEqual(['part_number', 'list_price', 'price', 'price_per'])
  })
})

it('takes the dearer of two prices for the list price, and what is alone called a description for the name', () => {
  const columnsOf = (head: string) =>
    proposeColumns(rowsOf(head, 'A-1|Rem schijf|12,50|10,00', 'A-2|Rem blok|13,50|11,00'), shop)?.columns.map(
      ({ column }) => column,
    )
  expect(columnsOf('Art.nr|Descr.|Bruto|Netto')).toEqual(['part_number', 'name', 'list_price', 'price'])
  expect(columnsOf('Art.nr|Descr.|Bruto|Preis')).toEqual(['part_number', 'name', '', 'price'])
  expect(columnsOf('Art.nr|Descr.|Naam|Netto')).toEqual(['part_number', 'description', 'name', 'price'])
})

it.each([
  ['Farbe', ['rot', 'blau'], true],
  ['Breite', ['12,5'], true],
  ['Höhe (mm)', ['12,5'], true],
  ['Zähnezahl', ['48'], true],
  // Money, however it is called, and whatever looks like it.
  ['EK netto', ['10'], false],
  ['Netto', ['10'], false],
  ['Cost', ['10'], false],
  ['Rabattgruppe', ['B2'], false],
  ['Händlerpreis', ['10'], false],
  ['Einkaufspreis 2026', ['10'], false],
  ['Staffel 2', ['10,20', '11,90'], false],
  ['Wert EUR', ['10'], false],
  ['Pfand', ['5'], false],
  // What the shop has a column for, what has no name, what is empty.
  ['Bezeichnung', ['Nabe'], false],
  ['Net weight', ['3'], false],
  ['#7', ['rot'], false],
  ['Farbe', [], false],
])('a column “%s” with %j may become an attribute that buyers see: %j', (head, samples, may) => {
  expect(mayBeAttribute({ head, column: '', by: 'nothing', samples })).toBe(may)
  expect(mayBeAttribute({ head, column: 'stock', by: 'nothing', samples })).toBe(false)
})

it.each([
  ['parts-2026-11.csv', 'October'],
  ['PARTS-2027-1.csv', 'October'],
  ['Parts Dec.csv', 'October'],
  ['parts_prosinec.csv', 'October'],
  ['teile-november.csv', undefined],
  ['parts.csv', 'October'],
  ['parts-2026-11.xlsx', undefined],
  ['twice 7.csv', undefined],
])('a file named %s is the next of the one of %s', (name, source) => {
  const profiles = [
    { source: 'October', file: 'parts-2026-10.csv' },
    { source: 'Mapped', file: 'parts-2026-10.csv', mapping: { columns: [] } },
    { source: 'One', file: 'twice 5.csv' },
    { source: 'Other', file: 'twice 6.csv' },
  ]
  expect(profileOfFile(profiles, name)?.source).toBe(source)
})

it('takes the widest line of words for the names, not a title with two of them', () => {
  const names = 'Reper|Felul|Marca mea|Raft|Suma'
  const proposal = proposeColumns(rowsOf('S.C. Carpat|||Lista de piese', names, 'CAP1|Placute|Carpat|R1|48.88'), shop)
  expect(proposal?.columns.map(({ head }) => head).join('|')).toBe(names)
})

it('says of a description that is taken for the name that the names of columns do not say it', () => {
  const proposal = proposeColumns(rowsOf('Part No|Description|Price', 'A|Hose clamp|1.50'), shop)
  expect(proposal?.columns[1]).toMatchObject({ column: 'name', by: 'content' })
})

it('takes weights and measures for no prices, with their units in brackets or without', () => {
  const rows = rowsOf('Varenr.|Pris|Vægt kg|Wt (lbs)|Dimensiune mm', 'A|1.50|1.85|4.08|18.10')
  expect(pricesAmong(proposeColumns(rows, shop)?.columns ?? [])).toEqual(['Pris'])
})
