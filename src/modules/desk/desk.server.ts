export { writeReport } from './reports/reports.server.ts'
