import * as z from 'zod/mini'

export const ImportProblem = z.object({
  n: z.number(),
  file: z.string(),
  line: z.nullable(z.number()),
  record: z.nullable(z.string()),
  field: z.nullable(z.string()),
  code: z.string(),
  /** News, with which nothing has to be done; no problem. */
  isNote: z.boolean(),
  value: z.nullable(z.string()),
  /** How many rows have it. */
  times: z.number(),
  /** What to do about it. */
  hint: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** Equal problems of an import: the same thing is wrong in the same column. */
export const ImportProblemKind = z.object({
  ...z.omit(ImportProblem, { n: true, times: true }).shape,
  /** How many rows have it; place and value are those of the first. */
  rows: z.number(),
})
export type ImportProblemKind = z.infer<typeof ImportProblemKind>

export const ImportOverlap = z.object({
  n: z.number(),
  isDuplicate: z.boolean(),
  vehicle: z.string(),
  partType: z.nullable(z.string()),
  position: z.nullable(z.string()),
  qualifiers: z.nullable(z.string()),
  part: z.string(),
  otherPart: z.string(),
  line: z.nullable(z.number()),
  otherLine: z.nullable(z.number()),
})
export type ImportOverlap = z.infer<typeof ImportOverlap>
