import { describe, expect, test } from 'vitest'
import { bytesIn } from '#test/tables/letters'
import { listOf, listsInOtherLetters } from '#test/tables/lists-in-letters'
import { EncodingSearch } from './encoding.ts'
import type { TableEncoding } from './encodings.ts'
import { TableRefused } from './table-problem.ts'

function encodingOf(bytes: Uint8Array): string {
  const search = new EncodingSearch()
  do search.see(bytes)
  while (search.asksAgain())
  try {
    return search.result()
  } catch (error) {
    if (error instanceof TableRefused) return error.fault
    throw error
  }
}

describe('A list in letters that are not Western is asked for', () => {
  test.each(listsInOtherLetters)('%s', (_, encoding, ...list) => {
    expect(encodingOf(bytesIn(encoding, listOf(...list)))).toBe('encoding-unclear')
  })
})

describe('A list in Western letters is read without a question', () => {
  test.each<[string, string, string, string]>([
    [
      'German',
      'Art.-Nr.|Bezeichnung|Preis',
      `Bremsbeläge vorne|Bremsscheibe belüftet|Ölfilter|Luftfilter für Škoda|Zündkerze|Radlager groß|Keilrippenriemen, 6 Rippen|
      Kühlmittelpumpe|Stoßdämpfer|Glühlampe|Höhe 10 mm|ŠKODA-Ölwanne|Dichtung Ø 20`,
      '12,50 €',
    ],
    [
      'French',
      'Réf.|Désignation|Prix',
      `Plaquettes de frein arrière|Disque de frein ventilé|Filtre à huile|Filtre à air|Bougie d’allumage|Roulement de roue|Élément filtrant|
      Pompe à eau|Amortisseur côté gauche|Ampoule|Ressort de manœuvre|Œillet|Pièce numérotée nº 2|Système d’échappement où il est prévu|Tête brûlée`,
      '12,50 €',
    ],
    [
      'Italian',
      'Codice|Descrizione|Prezzo',
      `Pastiglie freno, qualità più alta|Disco freno|Filtro olio|Filtro aria|Candela così com’è|Cuscinetto ruota|Cinghia|Pompa acqua|
      Ammortizzatore|Lampadina|Unità idraulica|Velocità|Capacità serbatoio, perché|È nuovo|Quantità`,
      '12,50 €',
    ],
    [
      'Spanish',
      'Código|Descripción|Precio',
      `Pastillas de freno eje delantero|Disco de freno|Filtro de aceite|Filtro de aire|Bujía|Rodamiento de rueda|Correa de distribución|
      Bomba de agua|Amortiguador|Lámpara|Válvula de admisión|Cigüeñal|Año y tamaño|Nº 1ª marcha|Émbolo hidráulico`,
      '12,50 €',
    ],
    [
      'Catalan',
      'Codi|Descripció|Preu',
      `Pastilles de fre|Disc de fre|Filtre d’oli|Filtre d’aire|Bugia elèctrica|Coixinet de roda|Corretja|Bomba hidràulica/mecànica|Amortidor|
      Làmpada|Vàlvula d’admissió|Mòdul electrònic|Caixa de canvis, cinquè|Òxid|Bobina d’encesa, sèrie|Il·luminació|Èmbol`,
      '12,50 €',
    ],
    [
      'Portuguese',
      'Referência|Designação|Preço',
      `Pastilhas de travão|Discos de travão|Filtro de óleo|Filtro de ar|Vela de ignição|Rolamento, posições|Correia de distribuição|
      Bomba de água|Amortecedores|Lâmpada|Órgão de direcção|Ímã|Junção à caixa|Botões e botão|Mãe de roscas|Peça sã`,
      '12,50 €',
    ],
    [
      'Dutch',
      'Artikel|Omschrijving|Prijs',
      `Remblokken vóór|Remschijf|Oliefilter|Luchtfilter|Bougie, geïsoleerd|Wiellager|Distributieriem|Waterpomp|Schokdemper|Lamp|Tweeërlei|
      Één stuk à 3|Scène|Coördinatie|Reünie|Carrosserie, crème`,
      '€ 12,50',
    ],
    [
      'Danish',
      'Varenr.|Betegnelse|Pris',
      `Bremseklodser foran|Bremseskive|Oliefilter|Luftfilter|Tændrør|Hjulleje|Kilerem|Kølevæskepumpe|Støddæmper|Pære|Kæde|Låg|Nøgle|
      Højre side|Venstre dør|Øje|Ærmekæde|Én stk.`,
      '12,50 kr.',
    ],
    [
      'Norwegian',
      'Varenr.|Beskrivelse|Pris',
      `Bremseklosser foran|Bremseskive|Oljefilter|Luftfilter|Tennplugg|Hjullager høyre|Drivrem|Kjølevæskepumpe|Støtdemper|Lyspære|Øyebolt|
      Løpehjul|Dør, på venstre side|Nøkkel|Fôring|Kjøl`,
      '12,50 kr',
    ],
    [
      'Swedish',
      'Artikelnr|Benämning|Pris',
      `Bromsbelägg fram|Bromsskiva|Oljefilter|Luftfilter|Tändstift|Hjullager|Drivrem|Kylvätskepump|Stötdämpare|Glödlampa|Höger sida|
      Växellåda|Övre länkarm|Ände|Kåpa|Armé`,
      '12,50 kr',
    ],
    [
      'Finnish',
      'Tuotenro|Nimike|Hinta',
      `Jarrupalat edessä|Jarrulevy|Öljynsuodatin|Ilmansuodatin|Sytytystulppa|Pyöränlaakeri|Hihna|Vesipumppu|Iskunvaimennin|Äänenvaimennin|
      Vääntötanko|Päälaakeri|Mäntä`,
      '12,50 €',
    ],
    [
      'of screws',
      'Part No|Description|Price',
      'Screw M8×50|Screw M8×60|Screw M10×50|Plate 10÷12|Plate 20×30|Washer|Nut|Bolt M8×1.25|Clip|Pin 3×10',
      '12.50',
    ],
    [
      'English',
      'Part No|Description|Price',
      `Brake pads – front|Brake disc, 90° elbow|Oil filter|Air filter|Spark plug, ±5 µm|Wheel bearing|Drive belt|Water pump|Damper, café racer|
      Bulb 55 W|½ inch socket|© 2026 Škoda fit|Naïve|M8×50`,
      '£12.50',
    ],
  ])('%s', (_, ...list) => {
    expect(encodingOf(bytesIn('windows-1252', listOf(...list)))).toBe('windows-1252')
  })
})

describe('A word tells by itself how it is spelled', () => {
  test.each<[TableEncoding, string]>([
    [
      'windows-1250',
      'nový žlab nůž šedá ŽLAB dům průměr dělení přívod KOTÚČ náhradní féktárcsa kerékpár čep pločice 990,00Kč',
    ],
    ['windows-1250', 'măsură Şurub roşu első śruba Łącznik Żarówka łożysko ŻÓŁTY'],
    ['windows-1254', 'sıcak yağ kayış İthal'],
  ])('that is asked for: in %s, %s', (encoding, words) => {
    const western = words.split(' ').filter(word => encodingOf(bytesIn(encoding, word)) === 'windows-1252')
    expect(western).toEqual([])
  })

  test.each([
    'più così perché caffè sèrie élève référence vóór één órgão maçãs cãibra mãe posições manœuvre Œillet nº 1ª nºartículo Mª',
    'Škoda ŠKODA Škoda-Teile Škodas m² cm³ M8×50 £5.00 ½ Øyebolt knæet søer vàlvula/pistó elèctric/hidràulic',
  ])('that is not: %s', words => {
    const notWestern = words.split(' ').filter(word => encodingOf(bytesIn('windows-1252', word)) !== 'windows-1252')
    expect(notWestern).toEqual([])
  })
})
