import * as z from 'zod/mini'
import { optionalDay } from '#kernel/days'
import { endpoint } from '#kernel/endpoint'
import { paging } from '#kernel/fields'
import { reportKinds } from './reports.rules.ts'
import { reportFieldTexts } from './reports.texts.ts'

/** Where a page ended: a moment in microseconds, the row's id, and the line of an order. */
const place = /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(_\d{1,4})?$/i

const reportParams = z.object({ report: z.enum(reportKinds, { error: () => reportFieldTexts.format }) })
const period = { from: optionalDay, to: optionalDay }

export const reportsContract = {
  readReport: endpoint('GET /reports/:report', {
    summary:
      'The rows of a file of the business, oldest first: as many as asked for, and the place after which the next ones come, null at the end. `from` and `to`: days in the shop’s time zone, both included.',
    access: 'staff:reports',
    params: reportParams,
    query: z.object({ ...paging(place), ...period }),
    answer: z.object({ rows: z.array(z.array(z.string())), after: z.nullable(z.string()) }),
  }),
  readReportFile: endpoint('GET /reports/:report/file', {
    summary:
      'The same as one CSV file, with the names of its columns above: its rows come while the next ones are read. `from` and `to`: as for its rows.',
    access: 'staff:reports',
    file: 'text/csv',
    params: reportParams,
    query: z.object(period),
    answer: z.string(),
  }),
}
