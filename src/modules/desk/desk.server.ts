export { sendDigest } from './overview/digest.server.ts'
export { readNotesAbout } from './customers/notes.server.ts'
export { writeReport } from './reports/reports.server.ts'
