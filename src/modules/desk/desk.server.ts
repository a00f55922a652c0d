export { readNotesAbout } from './customers/notes.server.ts'
export { writeReport } from './reports/reports.server.ts'
