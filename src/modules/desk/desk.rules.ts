export {
  columnsOfReport,
  namedPeriods,
  periodOf,
  problemOfPeriod,
  reportKinds,
  reportName,
  reportPage,
  type NamedPeriod,
  type Period,
  type ReportKind,
} from './reports/reports.rules.ts'
