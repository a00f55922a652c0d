/** Lists as suppliers write them: languages, heads, titles, totals, words where figures are expected. Makers and people are invented. */

export type SupplierList = {
  name: string
  text: string
  /** By what stands above a column; those that are left out are not named. */
  columns: Record<string, string>
  meanings?: { column: string; text: string; means: string }[]
  fixed?: { column: string; value: string }[]
  priceTimes?: string
  /** Of the shop that reads it; euros unless it is said. */
  currency?: string
  /** Its first part as it is staged: price in minor units. */
  first: { part: string; brand?: string; price?: number; stock?: number | null; list_price?: number }
  rows: number
}

const table = (separator: string, ...lines: string[]) =>
  lines.map(line => line.split('|').join(separator)).join('\r\n') + '\r\n'

export const supplierLists: readonly SupplierList[] = [
  {
    name: 'German, semicolons, title and total',
    text: table(
      ';',
      'Kugelwerk GmbH - Preisliste Herbst 2026||||',
      '||||',
      'Art.-Nr.|Bezeichnung|EAN|EK netto|Bestand',
      'KW-1001|Radlager vorne|4006381333931|16,44|>100',
      'KW-1002|Radlager hinten|4006381333948|1.204,50|12',
      'KW-1003|Nabe|4006381333955|9,90|auf Anfrage',
      'Gesamt|||1.230,84|',
    ),
    columns: {
      'Art.-Nr.': 'part_number',
      Bezeichnung: 'name',
      EAN: 'gtin',
      'EK netto': 'price',
      Bestand: 'stock',
    },
    meanings: [
      { column: 'stock', text: '>100', means: '100' },
      { column: 'stock', text: 'auf Anfrage', means: '0' },
    ],
    fixed: [{ column: 'brand', value: 'Kugelwerk' }],
    priceTimes: '1.35',
    first: { part: 'KW-1001', brand: 'Kugelwerk', price: 2219, stock: 100 },
    rows: 3,
  },
  {
    name: 'French, two prices',
    text: table(
      ';',
      'Référence|Marque|Désignation|Prix public|Prix net|Disponibilité',
      'FX 10|Fremont|Plaquette avant|1 204,50|803,00|3',
      'FX 11|Fremont|Plaquette arrière|98,20|65,40|rupture',
    ),
    columns: {
      Référence: 'part_number',
      Marque: 'brand',
      Désignation: 'name',
      'Prix public': 'list_price',
      'Prix net': 'price',
      Disponibilité: 'stock',
    },
    meanings: [{ column: 'stock', text: 'rupture', means: '0' }],
    first: { part: 'FX 10', brand: 'Fremont', price: 80_300, list_price: 120_450, stock: 3 },
    rows: 2,
  },
  {
    name: 'Polish, price of a hundred',
    text: table(
      ';',
      'Nr katalogowy|Producent|Nazwa towaru|Cena netto|Jednostka ceny|Stan magazynowy',
      'PL-1|Zawor|Uszczelka miedziana|12,50|100|4000',
      'PL-2|Zawor|Śruba M8|1,20|1|250',
    ),
    columns: {
      'Nr katalogowy': 'part_number',
      Producent: 'brand',
      'Nazwa towaru': 'name',
      'Cena netto': 'price',
      'Jednostka ceny': 'price_per',
      'Stan magazynowy': 'stock',
    },
    first: { part: 'PL-1', brand: 'Zawor', price: 13, stock: 4000 },
    rows: 2,
  },
  {
    name: 'Italian, tabs',
    text: table(
      '\t',
      'Codice articolo|Produttore|Denominazione|Prezzo netto|Giacenza',
      'IT 77|Ferrante|Filtro olio|7,35|44',
      'IT 78|Ferrante|Filtro aria|11,00|esaurito',
    ),
    columns: {
      'Codice articolo': 'part_number',
      Produttore: 'brand',
      Denominazione: 'name',
      'Prezzo netto': 'price',
      Giacenza: 'stock',
    },
    meanings: [{ column: 'stock', text: 'esaurito', means: '0' }],
    first: { part: 'IT 77', price: 735, stock: 44 },
    rows: 2,
  },
  {
    name: 'Spanish, with a date line',
    text: table(
      ',',
      'Tarifa 2026||||',
      'Referencia|Fabricante|Denominación|PVP|Existencias',
      'ES-1|Talbera|Correa|"21,30"|9',
      'ES-2|Talbera|Tensor|"8,05"|120',
    ),
    columns: {
      Referencia: 'part_number',
      Fabricante: 'brand',
      Denominación: 'name',
      PVP: 'price',
      Existencias: 'stock',
    },
    first: { part: 'ES-1', brand: 'Talbera', price: 2130, stock: 9 },
    rows: 2,
  },
  {
    name: 'Dutch',
    text: table(
      ';',
      'Artikelcode|Merk|Productnaam|Nettoprijs|Voorraad',
      'NL1|Vaandel|Remschijf|44,10|6',
      'NL2|Vaandel|Remklauw|144,10|op aanvraag',
    ),
    columns: {
      Artikelcode: 'part_number',
      Merk: 'brand',
      Productnaam: 'name',
      Nettoprijs: 'price',
      Voorraad: 'stock',
    },
    meanings: [{ column: 'stock', text: 'op aanvraag', means: '0' }],
    first: { part: 'NL1', price: 4410, stock: 6 },
    rows: 2,
  },
  {
    name: 'Portuguese',
    text: table(
      ';',
      'Código do artigo|Fornecedor|Designação|Preço líquido|Estoque',
      'PT 5|Marejada|Bomba de água|63,90|2',
      'PT 6|Marejada|Termostato|12,00|18',
    ),
    columns: {
      'Código do artigo': 'part_number',
      Fornecedor: 'brand',
      Designação: 'name',
      'Preço líquido': 'price',
      Estoque: 'stock',
    },
    first: { part: 'PT 5', brand: 'Marejada', price: 6390, stock: 2 },
    rows: 2,
  },
  {
    name: 'English, dollars',
    currency: 'usd',
    text: table(
      ',',
      'MPN|Brand|Title|Net Price|RRP|Qty Available',
      'A1-100|Halden|Air filter|$12.50|$19.99|100+',
      'A1-101|Halden|Cabin filter|$8.25|$12.99|0',
    ),
    columns: {
      MPN: 'part_number',
      Brand: 'brand',
      Title: 'name',
      'Net Price': 'price',
      RRP: 'list_price',
      'Qty Available': 'stock',
    },
    meanings: [{ column: 'stock', text: '100+', means: '100' }],
    first: { part: 'A1-100', price: 1250, list_price: 1999, stock: 100 },
    rows: 2,
  },
  {
    name: 'no brand at all, own words',
    text: table(
      ',',
      'Our code|What it is|Each|On shelf',
      'BX-900|Clutch kit|120.00|4',
      'BX-901|Flywheel bolt|1.15|300',
    ),
    columns: { 'Our code': 'part_number', 'What it is': 'name', Each: 'price', 'On shelf': 'stock' },
    fixed: [{ column: 'brand', value: 'Brackwater' }],
    first: { part: 'BX-900', brand: 'Brackwater', price: 12_000, stock: 4 },
    rows: 2,
  },
  {
    name: 'several numbers in a cell',
    text: table(
      ';',
      'Artikelnummer;Hersteller;Bezeichnung;OE-Nummern;Vergleichsnummern;VK netto'.replaceAll(';', '|'),
      'OE-1|Corvane|Ölfilter|"04465-02220; 04465-02230"|MX 889-A|6,50',
      'OE-2|Corvane|Luftfilter|17801-0H050||9,00',
    ),
    columns: {
      Artikelnummer: 'part_number',
      Hersteller: 'brand',
      Bezeichnung: 'name',
      'OE-Nummern': 'oem',
      Vergleichsnummern: 'cross_reference',
      'VK netto': 'price',
    },
    first: { part: 'OE-1', brand: 'Corvane', price: 650 },
    rows: 2,
  },
  {
    name: 'barcodes under an odd name',
    text: table(
      ';',
      'Bestellnr|Text kurz|Strichcode|Preis',
      'ST 1|Dichtring 10 mm|4006381333931|0,85',
      'ST 2|Dichtring 12 mm|4006381333948|0,95',
      'ST 3|Dichtring 14 mm|4006381333955|1,05',
    ),
    columns: { Bestellnr: 'part_number', 'Text kurz': 'name', Strichcode: 'gtin', Preis: 'price' },
    first: { part: 'ST 1', price: 85 },
    rows: 3,
  },
  {
    name: 'customs codes and origin',
    text: table(
      ';',
      'Teilenummer|Marke|Benennung|Zolltarifnummer|Ursprungsland|UVP|VK',
      'Z-1|Stenholt|Bremssattel|87083091|Deutschland|199,00|129,00',
      'Z-2|Stenholt|Bremsschlauch|40091200|Polen|19,00|11,00',
    ),
    columns: {
      Teilenummer: 'part_number',
      Marke: 'brand',
      Benennung: 'name',
      Zolltarifnummer: 'customs_code',
      Ursprungsland: 'country_of_origin',
      UVP: 'list_price',
      VK: 'price',
    },
    first: { part: 'Z-1', brand: 'Stenholt', price: 12_900, list_price: 19_900 },
    rows: 2,
  },
  {
    name: 'price on request',
    text: table(
      ';',
      'Artikelnr|Hersteller|Bezeichnung|Preis|Lagerbestand',
      'PA-1|Orlando|Getriebe|auf Anfrage|1',
      'PA-2|Orlando|Kupplung|212,00|5',
    ),
    columns: {
      Artikelnr: 'part_number',
      Hersteller: 'brand',
      Bezeichnung: 'name',
      Preis: 'price',
      Lagerbestand: 'stock',
    },
    meanings: [{ column: 'price', text: 'auf Anfrage', means: '' }],
    first: { part: 'PA-1', brand: 'Orlando', stock: 1 },
    rows: 2,
  },
  {
    name: 'weights and packs',
    text: table(
      ';',
      'SKU|Manufacturer|Product name|Unit price|Pack quantity|Weight (kg)|Stock',
      'W-1|Dunmore|Brake cleaner 500 ml|3.20|12|0.55|600',
      'W-2|Dunmore|Grease 400 g|4.10|24|0.46|240',
    ),
    columns: {
      SKU: 'part_number',
      Manufacturer: 'brand',
      'Product name': 'name',
      'Unit price': 'price',
      'Pack quantity': 'multiple',
      'Weight (kg)': 'weight',
      Stock: 'stock',
    },
    first: { part: 'W-1', brand: 'Dunmore', price: 320, stock: 600 },
    rows: 2,
  },
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
