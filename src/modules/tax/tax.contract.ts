import * as z from 'zod/mini'
import { countryCode } from '#kernel/countries'
import { endpoint } from '#kernel/endpoint'
import { optionalText, requiredText } from '#kernel/fields'
import { readRate } from '#kernel/rates'
import { type TaxRow, elsewhere, regionsOf, taxClassPattern, taxLimits, taxReasons } from './rates.rules.ts'
import { taxFieldTexts } from './fields.texts.ts'

const Country = countryCode(() => taxFieldTexts.country)

/** A country by its code, or everywhere else. */
const RowsCountry = z.pipe(
  requiredText(() => taxFieldTexts.country, 100),
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
  taxClass: requiredText(() => taxFieldTexts.name, taxLimits.taxClass).check(
    z.toLowerCase(),
    z.regex(taxClassPattern, { error: () => taxFieldTexts.key }),
  ),
  rate: z.pipe(
    requiredText(() => taxFieldTexts.rate, 20),
    z.transform((text: string, context) => {
      const rate = readRate(text)
      if (rate !== undefined) return rate
      context.issues.push({ code: 'custom', message: taxFieldTexts.percentage, input: text })
      return z.NEVER
    }),
  ),
  reason: z.optional(z.enum(taxReasons, { error: () => taxFieldTexts.reason(taxReasons.join(', ')) })),
})

/** The shop's table of taxes. No two rows may speak of the same class at the same place. */
export const TaxTable = z.pipe(
  z
    .array(TypedRow, { error: () => taxFieldTexts.list })
    .check(z.maxLength(taxLimits.rows, { error: () => taxFieldTexts.rows(taxLimits.rows) })),
  z.transform((typed: z.output<typeof TypedRow>[], context) => {
    const seen = new Set<string>()
    return typed.map(({ reason, region, ...row }, index): TaxRow => {
      const complain = (field: string, message: string) =>
        context.issues.push({ code: 'custom', message, path: [index, field], input: typed })
      if (reason !== undefined && (reason === 'S') !== row.rate > 0) {
        const message = reason === 'S' ? taxFieldTexts.standard : taxFieldTexts.only
        complain('reason', message)
      }
      if (row.country === elsewhere && region !== undefined) {
        complain('region', taxFieldTexts.region)
      }
      for (const name of region === undefined ? [''] : regionsOf(region)) {
        const key = [row.country, name, row.taxClass].join('\n')
        if (seen.has(key)) complain('taxClass', taxFieldTexts.twice)
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
