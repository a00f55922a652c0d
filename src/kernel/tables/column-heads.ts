import { isDecimalSign, type DecimalSign } from './decimals.ts'
import { numberFormat } from '../formats.ts'

/** What stands above the columns of files that the shop writes in the language of whoever reads them. The shop reads all of them. */

export const headLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const

/** The column by its plain name, and its head in each of these languages. */
const heads = new Map(
  `
  brand|Brand|Marke|Marque|Marca|Marca|Merk|Marca|Marka
  part_number|Part number|Artikelnummer|Référence|Referencia|Codice articolo|Artikelnummer|Código do artigo|Numer katalogowy
  name|Name|Bezeichnung|Désignation|Denominación|Denominazione|Naam|Designação|Nazwa
  description|Description|Beschreibung|Description|Descripción|Descrizione|Omschrijving|Descrição|Opis
  category|Category|Kategorie|Catégorie|Categoría|Categoria|Categorie|Categoria|Kategoria
  price|Price|Preis|Prix|Precio|Prezzo|Prijs|Preço|Cena
  stock|Stock|Bestand|Stock|Existencias|Giacenza|Voorraad|Estoque|Stan magazynowy
  quantity|Quantity|Menge|Quantité|Cantidad|Quantità|Aantal|Quantidade|Ilość
  minimum|Minimum quantity|Mindestmenge|Quantité minimum|Cantidad mínima|Quantità minima|Minimale bestelhoeveelheid|Quantidade mínima|Minimalna ilość
  multiple|Order multiple|Verpackungseinheit|Conditionnement|Unidad de embalaje|Multiplo|Verpakkingseenheid|Embalagem|Wielokrotność
  unit|Sales unit|Mengeneinheit|Unité|Unidad|Unità|Eenheid|Unidade|Jednostka
  weight|Weight (kg)|Gewicht (kg)|Poids (kg)|Peso (kg)|Peso (kg)|Gewicht (kg)|Peso (kg)|Waga (kg)
  low_stock_level|Low stock level|Meldebestand|Seuil de stock bas|Nivel de existencias bajo|Soglia di scorta|Lage voorraadgrens|Nível de estoque baixo|Próg niskiego stanu
  tax_class|Tax class|Steuerklasse|Classe de taxe|Clase de impuesto|Classe d’imposta|Belastingklasse|Classe de imposto|Klasa podatkowa
  tags|Tags|Schlagwörter|Mots-clés|Etiquetas|Etichette|Trefwoorden|Etiquetas|Tagi
  universal|Universal|Universell|Universel|Universal|Universale|Universeel|Universal|Uniwersalny
  list_price|List price|Listenpreis|Prix public|Precio de lista|Prezzo di listino|Adviesprijs|Preço de tabela|Cena katalogowa
  country_of_origin|Country of origin|Ursprungsland|Pays d’origine|País de origen|Paese di origine|Land van herkomst|País de origem|Kraj pochodzenia
  customs_code|Customs code|Zolltarifnummer|Code douanier|Código arancelario|Codice doganale|Goederencode|Código aduaneiro|Kod celny
  pictures|Pictures|Bilder|Images|Imágenes|Immagini|Afbeeldingen|Imagens|Zdjęcia
  picture_texts|Picture texts|Bildtexte|Textes des images|Textos de las imágenes|Testi delle immagini|Beeldteksten|Textos das imagens|Opisy zdjęć
  kind|Kind of number|Art der Nummer|Type de numéro|Tipo de número|Tipo di numero|Soort nummer|Tipo de número|Rodzaj numeru
  number|Other number|Andere Nummer|Autre numéro|Otro número|Altro numero|Ander nummer|Outro número|Inny numer
  number_brand|Brand of number|Marke der Nummer|Marque du numéro|Marca del número|Marca del numero|Merk van nummer|Marca do número|Marka numeru
  note|Note|Bemerkung|Remarque|Observación|Osservazione|Opmerking|Observação|Uwaga
  year|Year|Baujahr|Année|Año|Anno|Bouwjaar|Ano|Rok produkcji
  make|Vehicle make|Fahrzeugmarke|Marque du véhicule|Marca del vehículo|Marca del veicolo|Automerk|Marca do veículo|Marka pojazdu
  model|Vehicle model|Fahrzeugmodell|Modèle du véhicule|Modelo del vehículo|Modello del veicolo|Automodel|Modelo do veículo|Model pojazdu
  engine|Engine|Motor|Moteur|Motor|Motore|Motor|Motor|Silnik
  position|Position|Einbauposition|Position de montage|Posición de montaje|Posizione di montaggio|Inbouwpositie|Posição de montagem|Pozycja montażu
  fits|Fits|Passt|Convient|Compatible|Compatibile|Past|Compatível|Pasuje
  conditions|Conditions|Bedingungen|Conditions|Condiciones|Condizioni|Voorwaarden|Condições|Warunki
  notes|Notes|Hinweise|Notes|Notas|Avvertenze|Aanwijzingen|Notas|Wskazówki
  system|System|System|Système|Sistema|Sistema|Systeem|Sistema|System
  external_id|External number|Externe Nummer|Numéro externe|Número externo|Numero esterno|Extern nummer|Número externo|Numer zewnętrzny
  category_address|Category address|Adresse der Kategorie|Adresse de la catégorie|Dirección de la categoría|Indirizzo della categoria|Adres van categorie|Endereço da categoria|Adres kategorii
  category_text|Category text|Text der Kategorie|Texte de la catégorie|Texto de la categoría|Testo della categoria|Tekst van categorie|Texto da categoria|Tekst kategorii
  category_hidden|Category hidden|Kategorie verborgen|Catégorie masquée|Categoría oculta|Categoria nascosta|Categorie verborgen|Categoria oculta|Kategoria ukryta
  category_place|Category place|Platz der Kategorie|Rang de la catégorie|Orden de la categoría|Posto della categoria|Plaats van categorie|Ordem da categoria|Miejsce kategorii
  category_picture|Category picture|Bild der Kategorie|Image de la catégorie|Imagen de la categoría|Immagine della categoria|Afbeelding van categorie|Imagem da categoria|Zdjęcie kategorii
  attribute_name|Attribute name|Name des Merkmals|Nom de caractéristique|Nombre del atributo|Nome dell’attributo|Naam van kenmerk|Nome do atributo|Nazwa cechy
  attribute_kind|Attribute kind|Art des Merkmals|Type de caractéristique|Tipo de atributo|Tipo di attributo|Soort kenmerk|Tipo de atributo|Rodzaj cechy
  attribute_unit|Attribute unit|Einheit des Merkmals|Unité de caractéristique|Unidad del atributo|Unità dell’attributo|Eenheid van kenmerk|Unidade do atributo|Jednostka cechy
  attribute_choices|Attribute choices|Auswahl des Merkmals|Choix de caractéristique|Opciones del atributo|Scelte dell’attributo|Keuzes van kenmerk|Opções do atributo|Wartości cechy
  attribute_place|Attribute place|Platz des Merkmals|Rang de caractéristique|Orden del atributo|Posto dell’attributo|Plaats van kenmerk|Ordem do atributo|Miejsce cechy
  from|From|Ab Menge|À partir de|Desde|Da|Vanaf|A partir de|Od
`
    .trim()
    .split('\n')
    .map(line => {
      const [column = '', ...inLanguages] = line.trim().split('|')
      return [column, new Map(headLanguages.map((language, at) => [language as string, inLanguages[at] ?? column]))]
    }),
)

/** All heads of a column, in every language. */
export const headsOf = (column: string): readonly string[] => [...(heads.get(column)?.values() ?? [])]

/** How a file is written. Plain: by the names that programs know, with a decimal point. */
export type WrittenForm = {
  headOf: (column: string) => string
  decimalSign: DecimalSign
  /** Between the cells of a CSV file; where amounts have commas, spreadsheets expect a semicolon. */
  separator: ',' | ';'
}

export const plainForm: WrittenForm = { headOf: column => column, decimalSign: '.', separator: ',' }

/**
 * A file as a spreadsheet of this language expects it, a BCP 47 tag: a decimal comma where it writes one. In languages of which no
 * heads are known they are plain.
 */
export function formIn(locale: string): WrittenForm {
  const { language } = new Intl.Locale(locale)
  const sign = numberFormat(locale, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value
  const decimalSign = sign !== undefined && isDecimalSign(sign) ? sign : '.'
  return {
    headOf: column => heads.get(column)?.get(language) ?? column,
    decimalSign,
    separator: decimalSign === ',' ? ';' : ',',
  }
}

/** By the language that was asked for; plain where none was. */
export const formFor = (language: string | undefined): WrittenForm =>
  language === undefined ? plainForm : formIn(language)

/**
 * A decimal number with a point, written by this sign so that it is read by no other: one sign before exactly three digits could
 * also stand between thousands, so a zero follows.
 */
export function figureIn(sign: DecimalSign, figure: string): string {
  const clear = /^-?[1-9]\d{0,2}\.\d{3}$/.test(figure) ? `${figure}0` : figure
  return clear.replace('.', sign)
}
