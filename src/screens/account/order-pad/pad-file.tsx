import { formatNumber } from '#kernel/formats'
import { useRef, useState } from 'react'
import { type Paste } from '#kernel/tables/paste'
import { padLimits } from '#rules/ordering'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { useShop } from '#ui/shop.tsx'
import styles from './order-pad.module.css'
import { padPageTexts as texts } from './pad-page.texts.ts'
import { mostBytes, readPadFile } from './read-pad-file.ts'

type PadFileProps = {
  /** Nothing stands on the page yet. */
  isEmpty: boolean
  /** Says why they are not taken. `instead`: they replace what is there. */
  onRead: (paste: Paste, instead: boolean) => string | undefined
}

/** Rows from a file, chosen or dropped. Where there are lines already, it asks what becomes of them. */
export function PadFile({ isEmpty, onRead }: PadFileProps) {
  const { locale } = useShop()
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<Paste>()
  const latest = useRef<File>(undefined)
  const read = async (file: File) => {
    latest.current = file
    setProblem(undefined)
    if (file.size > mostBytes) return setProblem(texts.fileTooLarge)
    const paste = await readPadFile(file).catch(() => texts.fileUnreadable)
    // Another one was chosen meanwhile.
    if (latest.current !== file) return undefined
    if (typeof paste === 'string') return setProblem(paste)
    if (paste.rows.length === 0) return setProblem(texts.fileEmpty)
    return isEmpty ? setProblem(onRead(paste, false)) : setAsked(paste)
  }
  const answer = (instead: boolean) => {
    setAsked(undefined)
    if (asked) setProblem(onRead(asked, instead))
  }
  return (
    <>
      <FileField
        label={texts.file}
        hint={texts.fileHint(formatNumber(padLimits.rows, locale))}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        className={styles.file ?? ''}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) void read(file)
          // The same file can be chosen again once it was mended.
          event.target.value = ''
        }}
      />
      {/* The window for files takes the focus away and back: what is polite would be talked over. */}
      <FormProblem>{problem}</FormProblem>
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.fileQuestion}
        actions={
          <>
            <Button onClick={() => setAsked(undefined)}>{kitTexts.cancel}</Button>
            <Button onClick={() => answer(true)}>{texts.fileReplace}</Button>
            <Button variant="primary" onClick={() => answer(false)}>
              {texts.fileAdd}
            </Button>
          </>
        }
      >
        <p>{texts.fileQuestionText(formatNumber(asked?.rows.length ?? 0, locale))}</p>
      </Dialog>
    </>
  )
}
