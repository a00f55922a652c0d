import type { TableEncoding } from '#kernel/tables/encodings'

/** A list of parts: these names below these heads, each with a number and a price. `price`: what one looks like. */
export const listOf = (heads: string, names: string, price: string): string =>
  [heads.replaceAll('|', ';'), ...names.split('|').map((name, at) => `AB-${at};${name.trim()};${price}`)].join('\r\n')

/** Language and encoding, heads, names, and what a price looks like. */
export const listsInOtherLetters: readonly [string, TableEncoding, string, string, string][] = [
  [
    'Czech',
    'windows-1250',
    'Obj. č.|Název|Cena',
    `Řemen žebrovaný|Brzdové destičky přední|Brzdový kotouč zadní|Olejový filtr|Vzduchový filtr|Zapalovací svíčka|Tlumič výfuku|
      Žárovka hlavního světlometu|Ložisko kola|Čerpadlo chladicí kapaliny|Těsnění hlavy válců|Stěrač`,
    '1 234,50 Kč',
  ],
  [
    'Czech without its own signs in the names',
    'windows-1250',
    'Kod|Popis|Cena',
    'Filtr|Sada|Svorka 12|Kabel|Rele 24 V|Matice M8|Hadice|Klema|Motor|Spojka',
    '99,00 Kč',
  ],
  [
    'Slovak',
    'windows-1250',
    'Číslo|Názov|Cena',
    `Brzdové doštičky predné|Brzdový kotúč|Olejový filter|Vzduchový filter|Remeň rozvodov|Ložisko kolesa|Tlmič zadný|Čerpadlo vody|
      Sviečka|Tesnenie|Hriadeľ|Žiarovka`,
    '12,50 €',
  ],
  [
    'Polish',
    'windows-1250',
    'Nr kat.|Nazwa|Cena',
    `Klocki hamulcowe przód|Tarcza hamulcowa tył|Łożysko koła|Filtr oleju|Świeca żarowa|Wahacz prawy|Końcówka drążka|Amortyzator|
      Pasek klinowy|Żarówka H7|Łącznik stabilizatora|Śruba`,
    '12,50 zł',
  ],
  [
    'Hungarian',
    'windows-1250',
    'Cikkszám|Megnevezés|Ár',
    `Fékbetét első|Féktárcsa hátsó|Olajszűrő|Levegőszűrő|Gyújtógyertya|Lengéscsillapító|Ékszíj|Kerékcsapágy|Vízpumpa|Izzó|
      Hűtő|Tömítés`,
    '1234 Ft',
  ],
  [
    'Romanian',
    'windows-1250',
    'Cod|Denumire|Preţ',
    `Plăcuţe frână faţă|Disc de frână spate|Filtru de ulei|Filtru de aer|Bujie|Rulment roată|Curea de distribuţie|Pompă de apă|
      Amortizor faţă|Ştergător|Bec far|Garnitură chiulasă`,
    '12,50 lei',
  ],
  [
    'Croatian',
    'windows-1250',
    'Šifra|Naziv|Cijena',
    `Kočione pločice prednje|Kočioni disk stražnji|Filter ulja|Filter zraka|Svjećica|Ležaj kotača|Zupčasti remen|Vodena pumpa|
      Amortizer|Žarulja|Brtva glave|Čep kartera`,
    '12,50 €',
  ],
  [
    'Slovenian',
    'windows-1250',
    'Šifra|Naziv|Cena',
    `Zavorne ploščice spredaj|Zavorni kolut zadaj|Oljni filter|Zračni filter|Vžigalna svečka|Kolesni ležaj|Zobati jermen|
      Vodna črpalka|Amortizer|Žarnica|Tesnilo|Čistilo`,
    '12,50 €',
  ],
  [
    'Turkish',
    'windows-1254',
    'Stok kodu|Ürün adı|Fiyat',
    `Ön fren balatası|Arka fren diski|Yağ filtresi|Hava filtresi|Ateşleme bujisi|Tekerlek rulmanı|Triger kayışı|Su pompası|
      Amortisör|Ampul|Conta|Şanzıman takozu`,
    '12,50 TL',
  ],
  [
    'Russian',
    'windows-1251',
    'Номер|Название|Цена',
    `Колодки тормозные передние|Диск тормозной|Фильтр масляный|Фильтр воздушный|Свеча зажигания|Подшипник ступицы|Ремень ГРМ|
      Насос водяной|Амортизатор|Лампа`,
    '12,50',
  ],
  [
    'Greek',
    'windows-1253',
    'Κωδικός|Περιγραφή|Τιμή',
    `Τακάκια φρένων εμπρός|Δισκόπλακα πίσω|Φίλτρο λαδιού|Φίλτρο αέρα|Μπουζί|Ρουλεμάν τροχού|Ιμάντας|Αντλία νερού|Αμορτισέρ|
      Λάμπα`,
    '12,50 €',
  ],
]
