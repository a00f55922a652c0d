export { todoOf, type TodoKind } from './overview/overview.rules.ts'
export {
  namedPeriods,
  periodOf,
  problemOfPeriod,
  reportKinds,
  reportName,
  type NamedPeriod,
  type ReportKind,
} from './reports/reports.rules.ts'
