import { formatBytes } from '#kernel/formats'
import type { FileFormat } from '#kernel/tables/written-files'
import { importsTexts as texts } from '#texts/imports'
import { downloadBytes, downloadFile } from '../download-file.ts'

type Bytes = Promise<ReadableStream<Uint8Array<ArrayBuffer>>>

type Written = {
  name: string
  format: FileFormat
  /** What asks for each of them. */
  csv: () => Bytes
  workbook: () => Bytes
  locale: string
  /** Hears how much has come, in words. */
  tell: (notice: string) => void
}

/** Saves a table as a file of this format, as it comes. */
export async function saveWritten({ name, format, csv, workbook, locale, tell }: Written): Promise<void> {
  if (format === 'csv') {
    await downloadFile(name, await csv(), rows => tell(rows > 0 ? texts.exported(rows) : ''))
    return
  }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await downloadBytes({ name, type }, await workbook(), size => tell(formatBytes(size, locale)))
}
