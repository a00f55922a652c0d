export { todoOf, type TodoKind } from './overview/overview.rules.ts'
export {
  columnsOfReport,
  namedPeriods,
  periodOf,
  problemOfPeriod,
  reportKinds,
  reportName,
  type NamedPeriod,
  type Period,
  type ReportKind,
} from './reports/reports.rules.ts'
