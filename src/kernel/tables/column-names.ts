import { languagesOfMonths, monthNames } from './month-names.ts'

/**
 * What columns are called by those who write lists in this trade, in the languages in which most of them come: English, German,
 * French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Turkish and Swedish. The surest name comes first. Names are compared folded: `Art.-Nr.` is
 * `art nr`. What a shop pays (cost, EK) is no name of a price: it must not become what others pay.
 */
export const columnNames = {
  partNumber:
    names(`part number|partnumber|part no|partno|part num|part nr|part|mpn|manufacturer part number|manufacturer part no|
    mfr part number|mfg part number|catalogue number|catalog number|item number|item no|item code|article number|article no|product number|
    product no|product code|stock code|sku|
    artikelnummer|artikelnr|artikel nr|art nr|artnr|teilenummer|teilenr|teile nr|herstellernummer|hersteller nr|bestellnummer|bestell nr|
    reference|ref|reference article|reference fabricant|numero d article|no article|numero de piece|code article|
    referencia|numero de pieza|numero de articulo|codigo de articulo|codigo articulo|codigo|
    codice articolo|codice|codice prodotto|numero articolo|riferimento|cod articolo|
    onderdeelnummer|artikelcode|art nummer|
    numero da peca|numero de peca|codigo da peca|codigo do artigo|
    numer czesci|nr czesci|numer katalogowy|nr katalogowy|indeks|kod produktu|numer artykulu|
    obj c|objednaci cislo|cislo dilu|katalogove cislo|kod zbozi|
    parca no|parca numarasi|urun kodu|stok kodu|
    varenummer|varenr`),
  brand: names(`brand|brand name|manufacturer|manufacturer name|maker|mfr|mfg|make|part brand|supplier|
    marke|hersteller|herst|herstellername|fabrikat|lieferant|
    marque|fabricant|fournisseur|
    marca|fabricante|proveedor|
    produttore|costruttore|fornitore|
    merk|fabrikant|leverancier|
    fornecedor|
    marka|producent|dostawca|
    vyrobce|znacka|uretici|varumarke`),
  name: names(`name|product name|item name|title|description short|short description|product|item|article|designation|
    bezeichnung|artikelbezeichnung|artikelname|benennung|kurztext|produktname|kurzbezeichnung|
    nom|libelle|denomination|
    nombre|denominacion|designacion|
    nome|denominazione|
    naam|omschrijving kort|productnaam|
    designacao|
    nazwa|nazwa produktu|nazwa towaru|
    nazev|urun adi|
    benamning|artikelnamn|namn`),
  description: names(`description|long description|details|text|
    beschreibung|langtext|artikelbeschreibung|
    description longue|
    descripcion|
    descrizione|descr|
    omschrijving|beschrijving|
    descricao|
    opis|popis|aciklama|beskrivning`),
  category: names(`category|product group|group|product type|part type|
    kategorie|warengruppe|warengr|produktgruppe|artikelgruppe|
    categorie|famille|groupe|
    categoria|familia|grupo|
    famiglia|gruppo|gruppo merceologico|
    productgroep|artikelgroep|groep|
    kategoria|grupa|grupa towarowa|
    skupina|grup|urun grubu|varugrupp|produktgrupp`),
  price: names(`price|net price|unit price|sales price|selling price|your price|price net|trade|trade price|
    preis|nettopreis|netto preis|vk|vk preis|vk netto|einzelpreis|stueckpreis|stuckpreis|
    prix|prix net|prix ht|prix unitaire|pu ht|
    precio|precio neto|precio unitario|
    prezzo|prezzo netto|prezzo unitario|
    prijs|nettoprijs|netto prijs|stukprijs|
    preco|preco liquido|preco liq|preco unitario|
    cena|cena netto|cena jednostkowa|
    voc|voc bez dph|cena bez dph|
    fiyat|birim fiyat|net fiyat|
    pris|nettopris|pris exkl moms`),
  listPrice: names(`list price|listprice|list|rrp|msrp|retail price|recommended price|catalogue price|gross price|
    listenpreis|uvp|uvp brutto|bruttopreis|brutto preis|upe|
    prix public|prix catalogue|prix de vente conseille|tarif|
    pvp|p v p|precio de lista|precio tarifa|
    prezzo di listino|listino|prezzo lordo|
    adviesprijs|brutoprijs|bruto prijs|
    preco de tabela|preco tabela|
    cena katalogowa|cena detaliczna|
    moc|moc s dph|liste fiyati|
    bruttopris|listpris|rek pris`),
  /** For how many units a price is. */
  pricePer: names(`price per|price for|price unit|per|price basis|price uom|pricing unit|price qty|price quantity|
    preiseinheit|preisbasis|preismenge|prisenhet|pe|preis pro|preis per|preis fuer|preis fur|
    unite de prix|prix pour|px pour|prix par|
    unidad de precio|precio por|
    unita di prezzo|prezzo per|
    prijseenheid|prijs per|
    unidade de preco|preco por|
    jednostka ceny|cena za|
    fiyat birimi`),
  stock:
    names(`stock|free stock|free stk|available quantity|available|availability|in stock|stock quantity|quantity available|inventory|on hand|qty on hand|quantity on hand|qoh|
    bestand|lagerbestand|verfuegbar|verfugbar|verfuegbarkeit|verfugbarkeit|lager|
    disponible|disponibilite|stock disponible|dispo|
    existencias|exist|disponibilidad|
    giacenza|disponibilita|disponibile|q ta disp|qta disp|
    voorraad|vrd|beschikbaar|
    estoque|disponivel|
    stan|stan magazynowy|stan mag|dostepnosc|ilosc dostepna|
    skladem|sklad|stok|stok adedi|stok durumu|
    lagersaldo|i lager`),
  quantity:
    names(`quantity|qty|order quantity|order qty|quantity ordered|qty ordered|quantity required|qty required|quantity needed|
    qty needed|qnty|quant|pcs|pieces|units|required|needed|count|counted|amount|
    menge|anzahl|stueck|stuck|stk|bestellmenge|gezaehlt|gezahlt|
    quantite|qte|nombre de pieces|compte|
    cantidad|cant|contado|
    quantita|qta|pezzi|contato|
    aantal|hoeveelheid|geteld|
    quantidade|qtd|qtde|contagem|
    miktar|
    ilosc|szt|sztuk|sztuki`),
  minimum: names(`minimum|minimum quantity|minimum order quantity|moq|min qty|min order|
    mindestmenge|mindestbestellmenge|mindestabnahme|
    quantite minimum|minimum de commande|
    cantidad minima|pedido minimo|
    quantita minima|minimo d ordine|
    minimum afname|minimale bestelhoeveelheid|
    quantidade minima|
    minimum zamowienia|minimalna ilosc`),
  multiple:
    names(`multiple|order multiple|pack size|package quantity|packing unit|pack quantity|case qty|std pkg|std pack|standard pack|pkg qty|pack qty|
    vpe|ve|verpackungseinheit|verpackungsmenge|gebindegroesse|
    conditionnement|cond|colisage|
    unidad de embalaje|embalaje|uds caja|
    confezione|conf|multiplo|
    verpakkingseenheid|verpakt per|
    embalagem|
    opakowanie|wielokrotnosc|ilosc w opak|ilosc w opakowaniu|
    baleni|bal|koli adedi|forpackning|forp`),
  unit: names(`unit|sales unit|uom|unit of measure|mengeneinheit|einheit|unite|unidad|unita|eenheid|unidade|jednostka`),
  weight: names(
    `weight|weight kg|net weight|gross weight|gewicht|gewicht kg|poids|poids kg|peso|peso kg|gewicht in kg|waga|waga kg|
    wt|net wt|masa|masa kg|hmotnost|hmotnost kg|agirlik|vikt|vikt kg`,
  ),
  gtin: names(`gtin|ean|ean code|ean13|ean 13|upc|barcode|bar code|gtin ean|ean gtin|ean upc|gtin 13|
    ean nummer|ean nr|strichcode|code barres|code ean|gencod|codigo de barras|codigo ean|codice a barre|cod a barre|cod barre|codice ean|streepjescode|
    kod kreskowy|kod ean|carovy kod|streckkod`),
  oem: names(`oem|oem number|oem no|ref oem|refs oem|nr oem|oem part number|oe|oe number|oe no|oem numbers|oe numbers|original number|
    oe nummer|oe nr|oem nummer|originalnummer|oe nummern|reference oe|reference origine|references oe|ref origine|numero oem|numeros oem|referencia oem|
    codice oe|cod oe|codici oe|oem interchange|oe interchange|codice originale|numero originale|oe nummers|oryginalny numer|numer oe|numery oe|orig nr|cod orig|cod originale|c orig dilu|
    oe ref|oe cislo|oe cisla|orijinal no`),
  crossReference:
    names(`cross reference|cross references|interchange|interchange number|cross ref|x ref|xref|competitor number|
    vergleichsnummer|vergleichsnummern|referenzen|equivalence|equivalences|references croisees|
    referencia cruzada|referencias cruzadas|equivalencia|equivalencias|referencia equivalente|ref equiv|refs equiv|riferimento incrociato|riferimenti incrociati|
    vergelijkingsnummer|kruisverwijzing|referencia cruzada|zamiennik|zamienniki`),
  countryOfOrigin:
    names(`country of origin|origin|made in|ursprungsland|herkunftsland|ursprung|pays d origine|origine|pais de origen|
    paese di origine|paese d origine|land van herkomst|herkomst|pais de origem|kraj pochodzenia`),
  customsCode: names(`customs code|hs code|hs|tariff code|tariff number|customs tariff number|commodity code|taric|
    zolltarifnummer|zolltarif nr|warennummer|statistische warennummer|code douanier|nomenclature douaniere|code hs|
    codigo arancelario|partida arancelaria|codice doganale|nomenclatura combinata|goederencode|statistieknummer|codigo aduaneiro|ncm|
    kod celny|kod cn`),
  successor: names(`successor|superseded by|replaced by|replacement|new number|new part number|
    nachfolger|nachfolgeartikel|ersetzt durch|neue nummer|remplace par|reference de remplacement|sustituido por|reemplazado por|
    sostituito da|vervangen door|opvolger|substituido por|zastapiony przez|nastepca`),
  from: names(
    `from|from quantity|quantity from|from qty|tier|break|quantity break|ab|ab menge|staffel|staffelmenge|a partir de|des|desde|da|vanaf|od`,
  ),
  order:
    names(`order|order number|order no|number|bestellung|bestellnummer|auftrag|auftragsnummer|commande|numero de commande|pedido|
    numero de pedido|ordine|numero ordine|bestelling|ordernummer|encomenda|zamowienie|numer zamowienia`),
  carrier:
    names(`carrier|shipped by|courier|versanddienst|versanddienstleister|spediteur|spedition|transporteur|transportista|corriere|vervoerder|
    transportadora|przewoznik|kurier`),
  tracking:
    names(`tracking|tracking number|tracking no|tracking code|sendungsnummer|paketnummer|trackingnummer|numero de suivi|suivi|
    numero de seguimiento|seguimiento|numero di tracciamento|tracciamento|volgnummer|track and trace|numero de rastreio|rastreio|
    numer przesylki|numer sledzenia`),
} as const

export type ColumnConcept = keyof typeof columnNames

function names(list: string): readonly string[] {
  return list
    .split('|')
    .map(name => name.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
}

/** The name of a column without case, accents and signs: `Art.-Nr.` and `ART_NR` are `art nr`. */
export function foldedName(head: string): string {
  return head
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const day = String.raw`(?:\d{1,2}[./-]){0,2}20[2-4]\d|20[2-4]\d(?:[./-]\d{1,2}){1,2}|\d{1,2}\.\d{1,2}\.[2-4]\d`
const since =
  'ab|g[uü]ltig ab|stand|seit|vom|per|from|valid from|valid|since|as of|du|au|à partir du|valable dès le|dès le|dal|a partire dal|' +
  'desde|a partir de|vanaf|od|ważny od|ważne od|från|fra|fra og med|с|від|з'
let dated: RegExp | undefined

/** Made with the first name that says a year: `2027`, `31.12.2027`, `ab 1. März 2027`. */
function datedPart(): RegExp {
  const months = monthNames(languagesOfMonths, 'long', 'short').join('|')
  const withMonth = String.raw`(?:\d{1,2}\.?\s+(?:de\s+)?)?(?:${months})\.?(?:\s+\d{1,2},)?\s+(?:de\s+)?20[2-4]\d`
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:(?:${since})\.?\s+)?(?<![\d.,/-])(?:${withMonth}|${day})(?![\p{N}]|[.,/-]\d)`,
    'giu',
  )
}

/** The name of a column without the year, month or day that it says: next year's `UVP € 2027` is `UVP €` again. A year or month alone is a name. */
export function withoutDate(head: string): string {
  if (!/[2-4]\d/.test(head)) return head.trim()
  dated ??= datedPart()
  const name = head.replaceAll(dated, ' ').replaceAll(/\s+/g, ' ').trim()
  return /\p{L}/u.test(name) ? name : head.trim()
}
