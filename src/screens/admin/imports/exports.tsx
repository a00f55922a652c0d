import { useState } from 'react'
import { importsContract } from '#contracts/imports'
import { type ExportKind, exportKinds } from '#rules/imports'
import { importsTexts as texts } from '#texts/imports'
import { callFile } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import styles from './imports.module.css'
import { downloadFile } from './download-file.ts'

/** Files of the catalogue as an import reads them: to be looked at in a spreadsheet, and brought back. */
export function Exports() {
  const { act, isPending, problem } = useAction()
  const [kind, setKind] = useState<ExportKind>()
  const [rows, setRows] = useState(0)
  const download = async (kind: ExportKind) => {
    setKind(kind)
    setRows(0)
    await act(async () => {
      const bytes = await callFile(importsContract.readExportFile, { params: { kind }, query: {} })
      return downloadFile(`${kind}.csv`, bytes, setRows)
    })
  }
  return (
    <section className={styles.section}>
      <SectionTitle>{texts.exportTitle}</SectionTitle>
      <p>{texts.exportLead}</p>
      <div className={styles.exports}>
        {exportKinds.map(one => (
          <Button
            key={one}
            pending={isPending && kind === one}
            disabled={isPending && kind !== one}
            onClick={() => void download(one)}
          >
            {texts.exportFile(one)}
          </Button>
        ))}
      </div>
      <p role="status">{kind && rows > 0 && texts.exported(rows)}</p>
      <FormProblem>{problem}</FormProblem>
    </section>
  )
}
