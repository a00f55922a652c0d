import { countries } from '#kernel/countries'

/**
 * How addresses are written in each country: their fields and lines, postal codes, and what the parts are called. Pure, for both sides.
 * Whence the facts are, and what is corrected: db/addresses/NOTICE.md.
 */

/** The fields of an address that countries place, each by one letter. */
export type Letter = 'n' | 'o' | 'a' | 'z' | 'c' | 's'

type RegionName =
  | 'province'
  | 'state'
  | 'parish'
  | 'island'
  | 'region'
  | 'department'
  | 'governorate'
  | 'county'
  | 'area'
  | 'district'
  | 'prefecture'
  | 'city'
type CodeName = 'postal' | 'zip' | 'pin' | 'eircode'
type DistrictName = 'district' | 'neighborhood' | 'suburb' | 'village'

/**
 * The lines of an address, with `/` between them: n name, o company, a street, z postal code, c city, s region. Capitals and signs are
 * printed as they stand. Elsewhere it is `usualLayout`.
 */
const layouts = `
n/o/a/z c: BA BG CR CY CZ DE DO DZ EE EH ET GE GL GR GW IS KW LA LR MA ME MG MK NE NO PL PT PY RO RS SJ SK SM SN TJ TM TN TR VA XK ZM
n/o/a/c z: AF AI AL BB BH BM BN BT CK IL JO KH LB LS MT MV MZ NP NZ PE SA TZ VC VG
o/n/a/z c: AT BE BL DK FR GF GP MF MQ NC NL PM RE WF YT
n/o/a/c/z: FK GG GS IM IO JE KE LK PN SH SZ TC ZA
n/o/a/c s z: AS CA FM GU MH MP PW UM US VI
n/o/a/z c/s: AR CL CV MY PH UZ
n/o/a/c/s: JM PA SC SR TV
o/n/a/c s z: AU CC CX HM NF
n/o/a/z c s: ES IT PF UY
n/o/a/c z/s: IN NG VN
n/o/a/c/s/z: EG GB IE
n/o/a/z/c: EC MU OM
z c/a/o/n: KG RU UA
n/o/a/c, s: BS KN
n/o/a/c, z: LV MM
n/o/a/c/s z: ID TH
n/o/a/z c, s: CO MX
z/sc/a/o/n: CN TW
a/o/n: MO
n/o/a c: CI
n/o/a/AZ z c: AZ
n/o/a/FOz c: FO
n/o/a/HR-z c: HR
n/o/a/HTz c: HT
n/o/a/MC-z c: MC
n/o/a/MD-z c: MD
n/o/a/SI-z c: SI
n/o/a/SINGAPORE z: SG
n/o/a/c - z: BD
n/o/a/c PR z: PR
n/o/a/c z s: PG
n/o/a/c z, s: VE
n/o/a/c, s z: SO
n/o/a/c, s/z: HN
n/o/a/c-z: PK
n/o/a/s: NR
n/o/a/s c/z: MN
n/o/a/s/c: KI
n/o/a/s/z: KY
n/o/a/z: GI
n/o/a/z s: AD
n/o/a/z-c: GT
n/o/a/z-c/s: SV
n/o/a/z/c, s: NI
n/o/a/z/c/s: AM
n/o/c/a/z: HU
n/o/z a c: GN
o/n/a/AX-z c: AX
o/n/a/CH-z c: CH
o/n/a/FI-z c: FI
o/n/a/FL-z c: LI
o/n/a/L-z c: LU
o/n/a/LT-z c: LT
o/n/a/SE-z c: SE
o/n/a/c, s/z: IQ
o/n/a/c-s/z: BR
o/n/s/c/a/z: IR
s c/a/o/n/z: KR
s/a/o/n: HK
s/z c/a/o/n: BY
z/s/c/a/o/n: KZ
〒z/sc/a/o/n: JP`
const usualLayout = 'n/o/a/c'

/** Of an address in Latin letters, where that is written in another order than one in the letters of the country. */
const latinLayouts = `
n/o/a: MO
n/o/a/c, s z: TW
n/o/a/c, s/z: JP
n/o/a/c/s: VN
n/o/a/c/s, z: CN
n/o/a/c/s/z: KR
n/o/a/s: HK`

/** What an address needs beside its name. Elsewhere that is `usualNeeds`. */
const needed = `
ACZ: AT AX BE BG BL CH CY CZ DE DK EE FI FK FR GB GF GG GL GP GR GS HR HU IM IO JE LI LT LU LV MF MQ MT MX MY NC NL NO NZ PL PM PN PR PT RE RO RU SE SH SI SJ SK TC TR WF YT ZA
ACSZ: AS AU BR CA CN ES FM GU IN IT JP KR MH MP PF PW TW US VI
ACS: HN IQ JM KN PG SO SV UM VE
A: AG GI MO VG
AS: AD HK KY NR
AZ: SG SM`
const usualNeeds = 'AC'

/** Patterns of postal codes, with the countries that have them, and an example of each. */
const postalCodes = String.raw`
\d{5}: BA 71000, BT 11001, DE 26133, DO 11903, DZ 40304, EE 69501, EG 12411, EH 70000, ES 28039, FI 00550, GT 09001, HN 11101, HR 10000, ID 40115, IQ 10001, IT 00144, JO 11937, KE 20100, KW 54541, LA 01160, LK 20000, LT 04340, MA 53000, MM 11181, MN 65030, MV 20026, MX 02860, MY 43000, NI 52000, NP 44601, PK 44000, SN 12500, SO 09010, TH 10150, TR 01960, UA 15432, UY 11600, ZM 50100
\d{4}: AF 1001, AL 1001, AT 1010, AU 2060, AZ 1000, BD 1340, BE 4000, BG 1000, CH 2544, CK 1000, CV 7600, CY 2008, DK 8660, ET 1000, GE 0101, GW 1000, HM 7151, HT 6120, HU 1037, LR 1000, LU 4750, MD 2012, MK 1314, MZ 1102, NE 8001, NO 0025, NZ 6001, PH 1008, PY 1536, SI 4000, SJ 9170, TN 1002, VE 1010, ZA 0083
\d{6}: BY 223016, CN 266033, CO 111221, IN 110034, KG 720001, KZ 040900, NG 930283, RO 060274, RU 125075, SG 546080, TJ 735450, TM 744000, UZ 702100
\d{3}: FO 100, GN 001, IS 320, LS 100, MG 501, PG 111
\d{3} ?\d{2}: CZ 100 00, GR 151 24, SE 11455, SK 010 01
9[78][01]\d{2}: BL 97100, GP 97100, MF 97100
\d{5,6}: KH 12203, RS 106314, VN 119415
\d{3}-?\d{4}: CL 8340457, JP 154-0023
(37)?\d{4}: AM 375010
(948[5-9])|(949[0-7]): LI 9496
(9694[1-4])([ -]?\d{4})?: FM 96941
(ASCN|STHL) 1ZZ: SH STHL 1ZZ
(PC )?\d{3}: OM 133
([A-HJ-NP-Z])?\d{4}([A-Z]{3})?: AR C1070AAM
([AC-FHKNPRTV-Y]\d\d|D6W) ?[\dAC-FHKNPRTV-Y]{4}: IE A65 F4E2
(\d|1[0-2])\d{2}: BH 317
00120: VA 00120
008(([0-4]\d)|(5[01]))([ -]?\d{4})?: VI 00802-1222
00[679]\d{2}([ -]?\d{4})?: PR 00930
22\d{3}: AX 22150
2640: AI 2640
2899: NF 2899
39\d{2}: GL 3900
4789\d: SM 47890
6798: CX 6798
6799: CC 6799
8\d{4}: ME 81257
96799: AS 96799
96898: UM 96898
969(39|40): PW 96940
969([12]\d|3[12])([ -]?\d{4})?: GU 96910
9695[012]([ -]?\d{4})?: MP 96950
969[67]\d([ -]?\d{4})?: MH 96960
976\d{2}: YT 97600
980\d{2}: MC 98000
986\d{2}: WF 98600
987\d{2}: PF 98714
988\d{2}: NC 98814
9[78]2\d{2}: MQ 97220
9[78]3\d{2}: GF 97300
9[78]4\d{2}: RE 97400
9[78]5\d{2}: PM 97500
AD[1-7]0\d: AD AD100
BBND 1ZZ: IO BBND 1ZZ
BB\d{5}: BB BB23026
CP [1-3][1-7][0-2]\d: SV CP 1101
FIQQ 1ZZ: FK FIQQ 1ZZ
GX11 1AA: GI GX11 1AA
GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}: GG GY1 1AA
IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}: IM IM2 1AA
JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}: JE JE1 1AA
KY\d-\d{4}: KY KY1-1100
LV-\d{4}: LV LV-1073
PCRN 1ZZ: PN PCRN 1ZZ
SIQQ 1ZZ: GS SIQQ 1ZZ
TKCA 1ZZ: TC TKCA 1ZZ
VC\d{4}: VC VC0100
VG\d{4}: VG VG1110
[1-7]\d{4}: XK 10000
[A-Z]\d{4}[A-Z]|([A-Z]{2})?\d{6}: EC EC090112
[A-Z]{1,2}\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}|GIR ?0AA|BFPO ?\d{1,4}: GB EC1Y 8SY
[A-Z]{2} ?[A-Z0-9]{2}: BM FL 07
[A-Z]{2} ?\d{4}: BN BT2328
[A-Z]{3} ?\d{2,4}: MT NXR 01
[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d: CA H3Z 2Y7
[HLMS]\d{3}: SZ H100
\d{2} ?\d{3}: FR 33380
\d{2}-\d{3}: PL 00-950
\d{3}(\d{2,3})?: TW 104
\d{4,5}: TZ 6090
\d{4,5}|\d{3}-\d{4}: CR 1000
\d{4} ?[A-Z]{2}: NL 1234 AB
\d{4}( ?\d{4})?: LB 2038 3054
\d{4}-\d{3}: PT 2725-079
\d{5}(-\d{4})?: SA 11564
\d{5}([ -]?\d{4})?: US 95014
\d{5}(\d{2})?: IL 9614303
\d{5}-?\d{3}: BR 40301-110
\d{5}-?\d{5}: IR 11936-12345
\d{5}|LIMA ?\d{1,2}|CALLAO ?0?\d: PE 02001
\d{5}|\d{3}-?\d{3}: KR 03051
\d{5}|\d{3}[A-Z]{2}\d{3}: MU 742CU001`

const regionNames = `
parish: AD JM
state: AR AS AU BR FM GU IN MH MP MX MY NG PW UM US VI
island: BS CV KI KN KY PF SC TV
region: CL KZ UZ
department: CO HN NI SV UY
governorate: EG
county: GB IE TW
area: HK
district: ID NR
prefecture: JP
city: KR`
const codeNames = `
zip: AS FM GU MH MP PR PW UM US VI
pin: IN
eircode: IE`
/** Where a part of the city is written with the street, what it is called. */
const districtNames = `
district: CN
neighborhood: IR
suburb: KR MX TH
village: MY`

export type CountryFormat = {
  /** Lines of letters of fields, and of what is printed between them. */
  lines: readonly string[]
  latinLines: readonly string[]
  has: (letter: Letter) => boolean
  needs: (letter: Letter) => boolean
  /** As it is written, in capitals; undefined where no rule of it is known. */
  postalCode: { pattern: RegExp; example: string; isDigits: boolean } | undefined
  regionName: RegionName
  codeName: CodeName
  districtName: DistrictName | undefined
}

/** Of a list with lines such as `n/o/a/c: DE AT`: what stands before the colon, by country. */
function byCountry(list: string): ReadonlyMap<string, string> {
  const rows = list
    .trim()
    .split('\n')
    .map(row => row.split(': '))
  return new Map(rows.flatMap(([value = '', codes = '']) => codes.split(' ').map(code => [code, value] as const)))
}

function readPostalCodes(): ReadonlyMap<string, CountryFormat['postalCode']> {
  const rows = postalCodes
    .trim()
    .split('\n')
    .map(row => row.split(': '))
  return new Map(
    rows.flatMap(([source = '', examples = '']) => {
      const pattern = new RegExp(`^(?:${source})$`)
      const isDigits = /^(?:\\d|[\d{},])+$/.test(source)
      return examples
        .split(', ')
        .map(text => [text.slice(0, 2), { pattern, example: text.slice(3), isDigits }] as const)
    }),
  )
}

const readLists = () => ({
  layouts: byCountry(layouts),
  latin: byCountry(latinLayouts),
  needed: byCountry(needed),
  codes: readPostalCodes(),
  regionNames: byCountry(regionNames) as ReadonlyMap<string, RegionName>,
  codeNames: byCountry(codeNames) as ReadonlyMap<string, CodeName>,
  districtNames: byCountry(districtNames) as ReadonlyMap<string, DistrictName>,
})
let lists: ReturnType<typeof readLists> | undefined

const formats = new Map<string, CountryFormat>()

/** How addresses are written in a country, by its code. Of what is none, an address may have every field. */
export function formatOf(country: string): CountryFormat {
  const before = formats.get(country)
  if (before) return before
  lists ??= readLists()
  const isCountry = countries.includes(country)
  const layout = lists.layouts.get(country) ?? (isCountry ? usualLayout : 'n/o/a/z c/s')
  const needs = `N${lists.needed.get(country) ?? usualNeeds}`
  const format: CountryFormat = {
    lines: layout.split('/'),
    latinLines: (lists.latin.get(country) ?? layout).split('/'),
    has: letter => layout.includes(letter),
    needs: letter => needs.includes(letter.toUpperCase()),
    postalCode: lists.codes.get(country),
    regionName: lists.regionNames.get(country) ?? 'province',
    codeName: lists.codeNames.get(country) ?? 'postal',
    districtName: lists.districtNames.get(country),
  }
  if (isCountry) formats.set(country, format)
  return format
}
