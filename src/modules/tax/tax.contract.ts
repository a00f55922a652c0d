import * as z from 'zod/mini'
import { countryCode } from '#kernel/countries'
import { endpoint } from '#kernel/endpoint'
import { optionalText, requiredText } from '#kernel/fields'
import { readRate } from '#kernel/rates'
import { type TaxRow, elsewhere, regionsOf, taxClassPattern, taxLimits, taxReasons } from './rates.rules.ts'

const Country = countryCode('Choose a country.')

/** A country by its code, or everywhere else. */
const RowsCountry = z.pipe(
  requiredText('Choose a country.', 100),
  z.transform((text: string, context) => {
    if (text === elsewhere) return text
    const country = Country.safeParse(text)
    if (country.success) return country.data
    for (const { message } of country.error.issues) context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

/** A row of the table as an owner types it. Without a reason, a rate above nothing is the standard one, and 0% the zero rate. */
const TypedRow = z.object({
  country: RowsCountry,
  region: optionalText(taxLimits.region),
  taxClass: requiredText('Name the class.', taxLimits.taxClass).check(
    z.toLowerCase(),
    z.regex(taxClassPattern, 'Use lower-case letters, digits and hyphens, a letter first, such as reduced.'),
  ),
  rate: z.pipe(
    requiredText('Enter the rate.', 20),
    z.transform((text: string, context) => {
      const rate = readRate(text)
      if (rate !== undefined) return rate
      context.issues.push({ code: 'custom', message: 'Use a percentage with its sign, such as 19%.', input: text })
      return z.NEVER
    }),
  ),
  reason: z.optional(z.enum(taxReasons, { error: `Use one of ${taxReasons.join(', ')}.` })),
})

/** The shop's table of taxes. No two rows may speak of the same class at the same place. */
export const TaxTable = z.pipe(
  z.array(TypedRow, 'Use a list of rows.').check(z.maxLength(taxLimits.rows, `Use at most ${taxLimits.rows} rows.`)),
  z.transform((typed: z.output<typeof TypedRow>[], context) => {
    const seen = new Set<string>()
    return typed.map(({ reason, region, ...row }, index): TaxRow => {
      const complain = (field: string, message: string) =>
        context.issues.push({ code: 'custom', message, path: [index, field], input: typed })
      if (reason !== undefined && (reason === 'S') !== row.rate > 0) {
        const message =
          reason === 'S' ? 'The standard rate is above 0%: use Z, or say why nothing is taxed.' : 'Only S has a rate.'
        complain('reason', message)
      }
      if (row.country === elsewhere && region !== undefined) {
        complain('region', 'The row for everywhere else has no region. Leave this empty, or choose a country.')
      }
      for (const name of region === undefined ? [''] : regionsOf(region)) {
        const key = [row.country, name, row.taxClass].join('\n')
        if (seen.has(key)) complain('taxClass', 'Another row says this of the same place already. Remove one of them.')
        seen.add(key)
      }
      return { ...row, ...(region !== undefined && { region }), reason: reason ?? (row.rate > 0 ? 'S' : 'Z') }
    })
  }),
)

export const taxContract = {
  listTaxClasses: endpoint('GET /tax-classes', {
    summary:
      'The classes by which tools can be taxed: the standard one, and those that the shop’s table of taxes names.',
    access: 'staff:catalogue',
    answer: z.array(z.string()),
  }),
}
