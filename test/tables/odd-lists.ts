import { type SupplierList, table } from './supplier-list.ts'

/** Lists whose names, words or columns no other has. */
export const oddLists: readonly SupplierList[] = [
  {
    name: 'two columns of one name',
    text: table(';', 'Nummer|Marke|Preis|Preis|Menge', 'D-1|Ostrava|10,00|14,00|7', 'D-2|Ostrava|20,00|28,00|8'),
    columns: { Nummer: 'part_number', Marke: 'brand', Preis: 'price', 'Preis #2': 'list_price', Menge: 'stock' },
    first: { part: 'D-1', brand: 'Ostrava', price: 1000, list_price: 1400, stock: 7 },
    rows: 2,
  },
  {
    name: 'yes and no in stock',
    text: table(
      ',',
      'Part no|Make|Description|Your price|In stock',
      'Y1|Selkirk|Wiper blade|6.75|yes',
      'Y2|Selkirk|Wiper arm|16.75|no',
    ),
    columns: {
      'Part no': 'part_number',
      Make: 'brand',
      Description: 'description',
      'Your price': 'price',
      'In stock': 'stock',
    },
    meanings: [
      { column: 'stock', text: 'yes', means: '10' },
      { column: 'stock', text: 'no', means: '0' },
    ],
    first: { part: 'Y1', brand: 'Selkirk', price: 675, stock: 10 },
    rows: 2,
  },
  {
    name: 'long head, address above',
    text: table(
      ';',
      'Nordteile AS||||',
      'Havnegata 1, 0150 Oslo||||',
      'Gyldig fra 01.11.2026||||',
      '||||',
      'Varenr|Leverandør|Varenavn|Pris eks. mva|Lager',
      'NO-1|Nordteile|Bremsekloss foran|410,00|11',
      'NO-2|Nordteile|Bremsekloss bak|380,00|3',
    ),
    columns: {
      Varenr: 'part_number',
      Leverandør: 'brand',
      Varenavn: 'name',
      'Pris eks. mva': 'price',
      Lager: 'stock',
    },
    first: { part: 'NO-1', brand: 'Nordteile', price: 41_000, stock: 11 },
    rows: 2,
  },
  {
    name: 'successors',
    text: table(
      ';',
      'Artikelnummer|Marke|Bezeichnung|Nachfolger|Preis netto EUR',
      'S-1|Kestrel|Zündkerze|S-2|4,10',
      'S-2|Kestrel|Zündkerze neu||4,40',
    ),
    columns: {
      Artikelnummer: 'part_number',
      Marke: 'brand',
      Bezeichnung: 'name',
      Nachfolger: 'successor',
      'Preis netto EUR': 'price',
    },
    first: { part: 'S-1', brand: 'Kestrel', price: 410 },
    rows: 2,
  },
  {
    name: 'costs beside what is unknown',
    text: table(
      ';',
      'Item no|Supplier|Item name|Cost|Discount group|Shelf',
      'C-1|Marrow|Headlight bulb|1.90|B2|A-12',
      'C-2|Marrow|Fuse box|21.90|B7|A-13',
    ),
    columns: { 'Item no': 'part_number', Supplier: 'brand', 'Item name': 'name', Cost: 'price' },
    priceTimes: '1.6',
    first: { part: 'C-1', brand: 'Marrow', price: 304 },
    rows: 2,
  },
  {
    name: 'Ukrainian words, figures alone to go by',
    text: table(
      ';',
      'Артикул|Найменування|Ціна|Залишок',
      'UA-10|Фільтр масляний малий|120,50|>10',
      'UA-11|Фільтр повітряний великий|240,00|4',
      'UA-12|Колодки гальмівні передні|980,00|7',
    ),
    columns: { Артикул: 'part_number', Найменування: 'name', Ціна: 'price', Залишок: 'stock' },
    meanings: [{ column: 'stock', text: '>10', means: '10' }],
    first: { part: 'UA-10', price: 12_050, stock: 10 },
    rows: 3,
  },
]
