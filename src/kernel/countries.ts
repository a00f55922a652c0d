import * as z from 'zod/mini'
import { optionalText, requiredText } from './fields.ts'

/** Every country's code, ISO 3166-1. */
export const countries: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** What a country is called in this language: `US` is "United States". */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(code) ?? code
}

/** Before these, English says "the": within the United States. */
const withArticle =
  /^[^&]*\b(Islands|States|Republic|Kingdom|Emirates|Territory|Territories|Netherlands|Philippines|Maldives|Bahamas|Gambia|Comoros)$|^Isle of/

/** What a country is called behind "within". */
export function withinCountry(code: string, locale: string): string {
  const name = countryName(code, locale)
  return new Intl.Locale(locale).language === 'en' && withArticle.test(name) ? `the ${name}` : name
}

type NamedCountry = { code: string; name: string }
const byName = new Map<string, readonly NamedCountry[]>()

/** All countries in the order of their names in this language, which is worked out once: forms ask at each key. */
export function countriesByName(locale: string): readonly NamedCountry[] {
  const known = byName.get(locale)
  if (known) return known
  const named = countries
    .map(code => ({ code, name: countryName(code, locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  byName.set(locale, named)
  return named
}

const isCode = z.string().check(
  z.toUpperCase(),
  z.refine(code => countries.includes(code), 'Choose a country from the list, by its code of two letters.'),
)

/** A country by its code, in whatever case. */
export const countryCode = (message: string) => z.pipe(requiredText(message, 100), isCode)

/** As `countryCode`; blank counts as missing. */
export const optionalCountry = z.pipe(optionalText(100), z.optional(isCode))
