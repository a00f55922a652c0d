import * as z from 'zod/mini'
import { optionalText, requiredText } from './fields.ts'
import { foldedName } from './tables/column-names.ts'
import { texts } from './texts.ts'

/** Every country's code: those of ISO 3166-1, and Kosovo's, which posts, banks and the EU use beside them. */
export const countries: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
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
  const cached = byName.get(locale)
  if (cached) return cached
  const named = countries
    .map(code => ({ code, name: countryName(code, locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  byName.set(locale, named)
  return named
}

/** What lists call some countries that no language's own list of names has. */
const spoken = new Map([
  ['usa', 'US'],
  ['u s a', 'US'],
  ['great britain', 'GB'],
  ['prc', 'CN'],
  ['p r china', 'CN'],
])

const codesByName = new Map<string, ReadonlyMap<string, string | undefined>>()

function codesIn(locale: string): ReadonlyMap<string, string | undefined> {
  const cached = codesByName.get(locale)
  if (cached) return cached
  const codes = new Map<string, string | undefined>()
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames([locale, 'en'], { type: 'region', style })
    for (const code of countries) {
      const name = foldedName(names.of(code) ?? code)
      // What two countries are called names none.
      codes.set(name, codes.has(name) && codes.get(name) !== code ? undefined : code)
    }
  }
  codesByName.set(locale, codes)
  return codes
}

/** The code of the country that a text says by its code or by its name in one of these languages; undefined where it says none. */
export function countryNamed(text: string, locales: readonly string[]): string | undefined {
  const code = text.trim().toUpperCase()
  if (countries.includes(code)) return code
  const name = foldedName(text).replace(/^the /, '')
  if (spoken.has(name)) return spoken.get(name)
  for (const locale of locales) {
    const named = codesIn(locale).get(name)
    if (named) return named
  }
  return undefined
}

const countryTexts = texts('kernel.countries', {
  unlisted: 'Choose a country from the list, by its code of two letters.',
})

const isCode = z.string().check(
  z.toUpperCase(),
  z.refine(code => countries.includes(code), { error: () => countryTexts.unlisted }),
)

/** A country by its code, in whatever case. */
export const countryCode = (message: () => string) => z.pipe(requiredText(message, 100), isCode)

/** As `countryCode`; blank counts as missing. */
export const optionalCountry = z.pipe(optionalText(100), z.optional(isCode))
