import { type SupplierList, table } from './supplier-list.ts'

/** What a shop sells whose suppliers write these lists: a list of its own. */
export const ownList = [
  'part_number,brand,name,price,gtin,oem,cross_reference',
  'KW-1001,Kugelwerk,Wheel bearing,20.00,4006381333931,04465-02220,MX 889-A',
  'KW-1002,Kugelwerk,Hub,30.00,4006381333948,04465-02230,MX 890-A',
  'KW-1003,Kugelwerk,Seal,4.00,4006381333955,04465-02240,MX 891-B',
  '4711,Kugelwerk,Clip,1.00,,,',
].join('\n')

/** Lists of columns that only the shop's own numbers tell apart. */
export const knownLists: readonly SupplierList[] = [
  {
    name: 'numbers below no name, behind numbers of shelves',
    text: table(
      ';',
      'Ablage||Bezeichnung|Preis',
      'A-101|KW 1001|Radlager vorne|16,44',
      'A-102|kw-1002|Nabe|24,50',
      'A-103|KW-1009|Ring, neu|9,90',
    ),
    columns: { '#2': 'part_number', Bezeichnung: 'name', Preis: 'price' },
    first: { part: 'KW 1001', price: 1644 },
    rows: 3,
  },
  {
    name: 'numbers of others beside those of the shop',
    text: table(
      ';',
      'Bezeichnung|Werks-Code|Ersetzt|Code|Strich|Preis',
      'Radlager vorne|04465 02220|MX889A|KW-1001|4006381333931|16,44',
      'Nabe|04465 02230; 04465-02239|MX 890 A|KW-1002|4006381333948|24,50',
      'Dichtung|04465 02240|MX 891-B|KW-1003|4006381333955|3,90',
    ),
    columns: {
      Bezeichnung: 'name',
      'Werks-Code': 'oem',
      Ersetzt: 'cross_reference',
      Code: 'part_number',
      Strich: 'gtin',
      Preis: 'price',
    },
    first: { part: 'KW-1001', price: 1644 },
    rows: 3,
  },
]
