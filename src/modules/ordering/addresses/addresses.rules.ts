/** Where goods go: the parts of an address, and how they stand as one text. Pure, for both sides. */

export type DeliveryAddress = {
  name: string
  company?: string | undefined
  street: string
  postalCode?: string | undefined
  city: string
  region?: string | undefined
  /** ISO 3166, two letters. */
  country: string
  phone?: string | undefined
}

export const addressLimits = { most: 100, name: 120, company: 120, street: 200, postalCode: 20, city: 100, region: 100 }

/** Every country's code, ISO 3166-1. */
export const countries: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Countries without postal codes, or where many places have none. */
const withoutPostalCode = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK IE JM KI KM KN KP LC LY ML MO MR MW NR NU PA QA RW SB SC SL SO SR ST SY TD TG TK TL TO TT TV TZ UG VU WS YE ZW'.split(
    ' ',
  ),
)

export const needsPostalCode = (country: string): boolean =>
  countries.includes(country) && !withoutPostalCode.has(country)

/** Where the postal code stands behind town and region: `Dayton, OH 45402`. Elsewhere it stands before the town. */
const codeLast = new Set(['US', 'CA', 'AU', 'NZ', 'GB', 'IE', 'IN', 'HK', 'SG', 'ZA'])

/** What a country is called in this language: `US` is "United States". */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code
}

/** An address as it stands on a parcel, line by line. Company and phone have places of their own on an order. */
export function addressLines(address: DeliveryAddress, locale: string): string[] {
  const { name, street, postalCode, city, region, country } = address
  const place = [city, region].filter(Boolean).join(', ')
  const town = codeLast.has(country) ? [place, postalCode] : [postalCode, place]
  return [name, street, town.filter(Boolean).join(' '), countryName(country, locale)]
}

export const addressText = (address: DeliveryAddress, locale: string): string =>
  addressLines(address, locale).join('\n')
