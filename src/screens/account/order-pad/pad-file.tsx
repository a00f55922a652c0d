import { formatNumber } from '#kernel/formats'
import { Suspense, lazy, useRef, useState } from 'react'
import type { TableChoices } from '#kernel/tables/read-table'
import { padLimits } from '#rules/ordering'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { useShop } from '#ui/shop.tsx'
import styles from './order-pad.module.css'
import { padPageTexts as texts } from './pad-page.texts.ts'
import type { PadFileAnswer, PadFileQuestion, PadFileRows } from './read-pad-file.ts'

const PadChoices = lazy(async () => ({ default: (await import('./pad-choices.tsx')).PadChoices }))

/** What a file of so many rows is far below. */
const mostBytes = 5 * 1024 * 1024

type PadFileProps = {
  /** Nothing stands on the page yet. */
  isEmpty: boolean
  /** Says why they are not taken. `instead`: they replace what is there. */
  onRead: (rows: PadFileRows, instead: boolean) => string | undefined
}

/** Rows from a file, chosen or dropped. Where there are lines already, it asks what becomes of them. */
export function PadFile({ isEmpty, onRead }: PadFileProps) {
  const { locale } = useShop()
  const [problem, setProblem] = useState<string>()
  const [waiting, setWaiting] = useState<PadFileRows>()
  const [open, setOpen] = useState<{ file: File; asks: PadFileQuestion; sheet: string | undefined }>()
  const latest = useRef<File>(undefined)
  const read = async (file: File, choices?: TableChoices) => {
    latest.current = file
    setProblem(undefined)
    if (file.size > mostBytes) return setProblem(texts.fileTooLarge)
    const answer = await import('./read-pad-file.ts')
      .then(({ readPadFile }) => readPadFile(file, choices))
      .catch((): PadFileAnswer => ({ problem: texts.fileUnreadable, rows: undefined, asks: undefined }))
    // Another one was chosen meanwhile.
    if (latest.current !== file) return undefined
    const { rows, asks, sheet } = answer
    if (asks) setOpen({ file, asks, sheet })
    if (!rows) return setProblem(answer.problem)
    return isEmpty ? put(rows, false) : setWaiting(rows)
  }
  const put = (rows: PadFileRows, instead: boolean) => setProblem(onRead(rows, instead) ?? rows.problem)
  const answer = (instead: boolean) => {
    setWaiting(undefined)
    if (waiting) put(waiting, instead)
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
          setOpen(undefined)
          if (file) void read(file)
          // The same file can be chosen again once it was mended.
          event.target.value = ''
        }}
      />
      {/* The window for files takes the focus away and back: what is polite would be talked over. */}
      <FormProblem>{problem}</FormProblem>
      {open && (
        <Suspense>
          <PadChoices {...open} onRead={choices => void read(open.file, choices)} />
        </Suspense>
      )}
      <Dialog
        open={waiting !== undefined}
        onClose={() => setWaiting(undefined)}
        title={texts.fileQuestion}
        actions={
          <>
            <Button onClick={() => setWaiting(undefined)}>{kitTexts.cancel}</Button>
            <Button onClick={() => answer(true)}>{texts.fileReplace}</Button>
            <Button variant="primary" onClick={() => answer(false)}>
              {texts.fileAdd}
            </Button>
          </>
        }
      >
        <p>{texts.fileQuestionText(formatNumber(waiting?.paste.rows.length ?? 0, locale))}</p>
      </Dialog>
    </>
  )
}
