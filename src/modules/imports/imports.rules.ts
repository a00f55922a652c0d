export { exportColumns, exportKinds, type ExportKind } from './export/export.rules.ts'
export { columnsOf, csvColumns, csvKinds, type CsvKind, importForm } from './files/csv-head.rules.ts'
export { csvOf, sampleCsv, sampleName } from './files/samples.rules.ts'
export {
  csvLine,
  isRefusedWhole,
  outcomes,
  rowKinds,
  type ImportState,
  type RowKind,
  uploadPieceBytes,
} from './import.rules.ts'
export { silentSeconds } from './progress/progress.rules.ts'
