import * as z from 'zod/mini'
import { optionalText, storable } from '../fields.ts'
import { texts } from '../texts.ts'
import { tableEncodings } from './encodings.ts'
import type { TableChoices } from './read-table.ts'
import type { TableChoice } from './table-problem.ts'
import { isLanguage, writtenTexts } from './written-files.ts'

/** What each choice can be, for a caller who has to make it. */
export const optionsOf: Record<TableChoice, string> = texts('kernel.tableChoices', {
  encoding: `encoding: one of ${Object.keys(tableEncodings).join(', ')}.`,
  decimalSign: 'decimalSign: . or , (point or comma).',
  sheet: 'sheet: the name of a visible sheet.',
})

const bodyTexts = texts('kernel.tableBody', {
  sign: 'Use . or , as the decimal sign.',
  base64: 'Send the bytes of the file in base64.',
  both: 'Send csv or file, not both.',
})

/** What a call that takes a table may say of it, where the table leaves it open. */
export const tableChoices = {
  /** How its letters are written. */
  encoding: z.optional(
    z.enum(Object.keys(tableEncodings) as (keyof typeof tableEncodings)[], {
      error: () => optionsOf.encoding,
    }),
  ),
  /** The decimal sign of its amounts. */
  decimalSign: z.optional(z.enum(['.', ','], { error: () => bodyTexts.sign })),
  /** Which sheet of a workbook is read. */
  sheet: optionalText(100),
}

/** Only what was said: an absent choice is none. */
export function choicesIn({
  encoding,
  decimalSign,
  sheet,
}: { [Name in keyof TableChoices]: TableChoices[Name] | undefined }): TableChoices {
  return { ...(encoding && { encoding }), ...(decimalSign && { decimalSign }), ...(sheet !== undefined && { sheet }) }
}

type TableBody = { missing: () => string; tooLong: () => string; characters: number }

/**
 * A table in the body of a call: the text of a CSV file as `csv`, or any table file, in base64, as `file`; one of them.
 * `missing` is the sentence where there is none, `tooLong` where it is longer than `characters`.
 */
export function tableBody({ missing, tooLong, characters }: TableBody) {
  return z
    .object({
      csv: z.optional(
        z.string({ error: missing }).check(
          z.maxLength(characters, { error: tooLong }),
          storable,
          z.refine(text => text.trim() !== '', { error: missing }),
        ),
      ),
      file: z.optional(
        // Four signs for three bytes.
        z
          .string({ error: missing })
          .check(
            z.maxLength(Math.ceil(characters / 3) * 4, { error: tooLong }),
            z.refine(isBase64, { error: () => bodyTexts.base64 }),
          ),
      ),
      ...tableChoices,
    })
    .check(
      z.refine(({ csv, file }) => (csv === undefined) !== (file === undefined), {
        error: ({ input }) => ((input as { csv?: string }).csv === undefined ? missing() : bodyTexts.both),
        path: ['csv'],
      }),
    )
}

const isBase64 = (text: string): boolean => text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** In whose heads and signs a file is written, as BCP 47; plain where it is left out. */
export const writtenLanguage = z.optional(
  z.string().check(z.refine(isLanguage, { error: () => writtenTexts.noLanguage })),
)
