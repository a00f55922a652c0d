import { type ColumnConcept, columnNames, foldedName } from './column-names.ts'

/**
 * What columns are called in more languages: Russian, Ukrainian, Greek, Hungarian, Romanian, Slovak, Croatian, Slovene, Danish, Norwegian,
 * Finnish, Arabic, Japanese, Chinese and Korean. Apart, since the pages of a buyer do without them. As in `columnNames`, what a shop pays is
 * no name of a price.
 */
const more = new Map<ColumnConcept, string>([
  [
    'partNumber',
    `артикул|артикул производителя|каталожный номер|номер детали|номер запчасти|код|код детали|код товара|каталожний номер|номер деталі|
    κωδικός|κωδικός είδους|αριθμός ανταλλακτικού|cikkszám|gyári cikkszám|termékkód|cod|cod produs|cod articol|cod piesă|
    kód|kód tovaru|číslo dielu|objednávacie číslo|šifra|kataloški broj|kataloška številka|delenummer|reservedelsnummer|
    tuotenumero|tuotekoodi|osanumero|varaosanumero|رقم القطعة|رقم الصنف|品番|部品番号|部品品番|商品コード|型番|
    零件号|零件编号|配件编号|产品编号|货号|料号|型号|零件號|零件編號|料號|型號|품번|부품번호|부품 번호|상품코드`,
  ],
  [
    'brand',
    `бренд|производитель|изготовитель|марка|торговая марка|виробник|μάρκα|κατασκευαστής|gyártó|producător|výrobca|proizvođač|
    proizvajalec|mærke|merke|produsent|merkki|tuotemerkki|valmistaja|الماركة|العلامة التجارية|الشركة المصنعة|メーカー|メーカー名|ブランド|
    品牌|厂家|制造商|廠牌|製造商|제조사|브랜드`,
  ],
  [
    'name',
    `наименование|наименование товара|название|номенклатура|товар|назва|найменування|ονομασία|όνομα|είδος|megnevezés|termék neve|terméknév|
    denumire|denumire produs|názov|názov tovaru|naziv|naziv artikla|varenavn|produktnavn|navn|benævnelse|benevnelse|nimi|nimike|tuotenimi|الاسم|
    اسم المنتج|اسم الصنف|商品名|品名|部品名|名称|产品名称|零件名称|名稱|產品名稱|품명|상품명|부품명`,
  ],
  ['description', `описание|опис|περιγραφή|leírás|descriere|beskrivelse|kuvaus|الوصف|説明|描述|说明|說明|설명`],
  [
    'category',
    `категория|группа|группа товаров|категорія|група товарів|κατηγορία|termékcsoport|categorie produs|kategorija|varegruppe|
    tuoteryhmä|الفئة|カテゴリ|カテゴリー|分類|分类|类别|類別|분류|카테고리`,
  ],
  [
    'price',
    `цена|цена за шт|цена без ндс|ціна|ціна без пдв|τιμή|τιμή μονάδας|καθαρή τιμή|ár|nettó ár|egységár|preț|preț net|preț unitar|preț fără tva|
    cijena|cijena bez pdv|cena brez ddv|pris ekskl moms|pris eks mva|enhedspris|enhetspris|stykpris|hinta|nettohinta|yksikköhinta|
    hinta alv 0|السعر|سعر الوحدة|価格|単価|販売価格|价格|单价|售价|價格|單價|가격|단가|판매가`,
  ],
  [
    'listPrice',
    `розничная цена|рекомендованная цена|ррц|роздрібна ціна|рекомендована ціна|τιμή καταλόγου|λιανική τιμή|listaár|ajánlott ár|
    preț de listă|preț recomandat|cenníková cena|maloprodajna cijena|vejledende pris|vejl pris|veiledende pris|suositushinta|ovh|定価|
    希望小売価格|メーカー希望小売価格|零售价|建议零售价|市场价|零售價|소비자가|권장소비자가`,
  ],
  [
    'stock',
    `остаток|остатки|наличие|в наличии|на складе|залишок|наявність|απόθεμα|διαθεσιμότητα|υπόλοιπο|készlet|raktárkészlet|stoc|disponibilitate|
    zaliha|zalihe|zaloga|stanje|skladom|lagerbeholdning|lagerstatus|beholdning|på lager|varasto|varastosaldo|saldo|saatavuus|المخزون|الكمية المتوفرة|
    在庫|在庫数|库存|库存量|庫存|재고|재고수량`,
  ],
  [
    'quantity',
    `количество|кол во|кількість|к сть|ποσότητα|τεμάχια|mennyiség|cantitate|množstvo|količina|antal|antall|määrä|الكمية|العدد|数量|個数|
    數量|수량`,
  ],
  [
    'gtin',
    `штрихкод|штрих код|γραμμωτός κώδικας|vonalkód|cod de bare|čiarový kód|barkod|črtna koda|stregkode|strekkode|viivakoodi|باركود|الباركود|
    バーコード|JANコード|条码|条形码|條碼|바코드`,
  ],
  [
    'oem',
    `оригинальный номер|оригинальные номера|оригінальний номер|oem номер|номер oem|oem αριθμός|oem szám|cod oem|oem broj|純正品番|
    純正部品番号|原厂编号|原厂号|oe号|oem号|原廠編號|순정품번`,
  ],
  ['crossReference', `аналоги|кроссы|кросс номера|аналоги номера|互換品番|替代号`],
])

const foldedNames = (list: string): string[] => list.split('|').map(foldedName)

/** All names of a column, the surest first. */
export const namesOf = (concept: ColumnConcept): readonly string[] => [
  ...columnNames[concept],
  ...foldedNames(more.get(concept) ?? '').filter(Boolean),
]
