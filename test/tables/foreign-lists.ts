import { type SupplierList, table } from './supplier-list.ts'

/** Lists whose amounts are in another currency than the shop's. */
export const foreignLists: readonly SupplierList[] = [
  {
    name: 'euros in the names of the prices, dollars beside them',
    text: table(
      ';',
      'Art.-Nr.|Bezeichnung|Preis USD netto|Preis EUR|UVP (EUR)|Preiseinheit',
      'KW-1|Radlager vorne|1.300,00|1.204,50|1.499,00|1',
      'KW-2|Kupferring|30,00|25,00|39,00|100',
    ),
    columns: {
      'Art.-Nr.': 'part_number',
      Bezeichnung: 'name',
      'Preis EUR': 'price',
      'UVP (EUR)': 'list_price',
      Preiseinheit: 'price_per',
    },
    priceTimes: '1.5',
    currency: 'gbp',
    prices: { code: 'eur', rate: '0.853127' },
    first: { part: 'KW-1', price: 154_139, list_price: 127_884 },
    rows: 2,
  },
  {
    name: 'a column of currencies, yen',
    text: table(
      ',',
      'Part No.|Description|Unit Price|Curr.|Stock',
      'SK-1|Spark plug|1200|JPY|5',
      'SK-2|Ignition coil|18000|JPY|2',
    ),
    columns: { 'Part No.': 'part_number', Description: 'description', 'Unit Price': 'price', Stock: 'stock' },
    currency: 'usd',
    prices: { code: 'jpy', rate: '0.006412' },
    first: { part: 'SK-1', price: 769, stock: 5 },
    rows: 2,
  },
  {
    name: 'zloty beside the amounts, and a word among them',
    text: table(
      ';',
      'Nr katalogowy|Producent|Nazwa towaru|Cena netto|Stan magazynowy',
      'PL-1|Zawor|Uszczelka miedziana|12,50 zł|400',
      'PL-2|Zawor|Pompa paliwa|1 250,00 zł|7',
      'PL-3|Zawor|Filtr|na zapytanie|7',
    ),
    columns: {
      'Nr katalogowy': 'part_number',
      Producent: 'brand',
      'Nazwa towaru': 'name',
      'Cena netto': 'price',
      'Stan magazynowy': 'stock',
    },
    meanings: [{ column: 'price', text: 'na zapytanie', means: '' }],
    currency: 'kwd',
    prices: { code: 'pln', rate: '0.083' },
    first: { part: 'PL-1', brand: 'Zawor', price: 1038, stock: 400 },
    rows: 3,
  },
  {
    name: 'dinars, said in the title',
    text: table(
      ';',
      'Al Marsa Parts - all prices in KWD|||',
      'Item code|Item name|Price|Qty',
      'AM-1|Oil filter|1.250|12',
      'AM-2|Air filter|2.5|3',
      'AM-3|Fuel filter|3.125|3',
    ),
    columns: { 'Item code': 'part_number', 'Item name': 'name', Price: 'price', Qty: 'stock' },
    currency: 'usd',
    prices: { code: 'kwd', rate: '3.26' },
    first: { part: 'AM-1', price: 408, stock: 12 },
    rows: 3,
  },
]
