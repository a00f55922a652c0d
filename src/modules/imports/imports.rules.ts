export { isSeveral } from './columns/number-columns.rules.ts'
export { exportKinds, exportName, saidBySources, type ExportKind } from './export/export.rules.ts'
export { attributeColumn } from './columns/attribute-columns.rules.ts'
export { areNamesOfList, importForm } from './files/csv-head.rules.ts'
export { columnsOf, csvColumns, csvKinds, type CsvKind } from './columns/csv-columns.rules.ts'
export { csvOf, sampleCsv, sampleName } from './files/samples.rules.ts'
export {
  type Addition,
  additions,
  additionsIn,
  isRefusedWhole,
  outcomes,
  refusedRows,
  rowKinds,
  type ImportState,
  type RowKind,
  turnsOfPart,
  unlistedActs,
  uploadPieceBytes,
} from './import.rules.ts'
export { amountColumns, comparedPrice } from './columns/tool-columns.rules.ts'
export { silentSeconds } from './progress/progress.rules.ts'
export {
  type Fixed,
  type ListCurrency,
  type Mapping,
  factorDecimals,
  factorPattern,
  mappedColumns,
} from './mapping/mapping.rules.ts'
export type { NumberCounts } from './proposals/known.rules.ts'
export {
  type ProposedColumn,
  type ProposedMeaning,
  mayBeAttribute,
  pricesAmong,
  proposeColumns,
  proposeCurrency,
  numbersToAsk,
  proposeMeanings,
} from './proposals/propose.rules.ts'
export { areFilesAlike, areNamed, profileFor, profileOfFile } from './proposals/profiles.rules.ts'
