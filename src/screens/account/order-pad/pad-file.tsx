import { formatNumber } from '#kernel/formats'
import { useRef, useState } from 'react'
import { type Paste, padLimits } from '#rules/ordering'
import { FileField } from '#ui/controls/file-field.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from './order-pad.module.css'
import { padPageTexts as texts } from './pad-page.texts.ts'
import { mostBytes, readPadFile } from './read-pad-file.ts'

/** Rows from a file, chosen or dropped. `onRead` says why they are not taken. */
export function PadFile({ onRead }: { onRead: (paste: Paste) => string | undefined }) {
  const { locale } = useShop()
  const [problem, setProblem] = useState<string>()
  const latest = useRef<File>(undefined)
  const read = async (file: File) => {
    latest.current = file
    setProblem(undefined)
    if (file.size > mostBytes) return setProblem(texts.fileTooLarge)
    const paste = await readPadFile(file).catch(() => undefined)
    // Another one was chosen meanwhile.
    if (latest.current !== file) return undefined
    if (!paste) return setProblem(texts.fileUnreadable)
    return setProblem(paste.rows.length === 0 ? texts.fileEmpty : onRead(paste))
  }
  return (
    <FileField
      label={texts.file}
      hint={texts.fileHint(formatNumber(padLimits.rows, locale))}
      error={problem}
      accept=".csv,.tsv,.txt,.xlsx,text/csv"
      className={styles.file ?? ''}
      onChange={event => {
        const [file] = event.target.files ?? []
        if (file) void read(file)
        // The same file can be chosen again once it was mended.
        event.target.value = ''
      }}
    />
  )
}
