import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { importsContract } from '#contracts/imports'
import { type ExportKind, exportKinds, exportName, saidBySources } from '#rules/imports'
import { importsTexts as texts } from '#texts/imports'
import { call, callFile } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import styles from '../imports.module.css'
import { saveWritten } from './save-written.ts'
import { type WrittenAs, WrittenFields } from './written-fields.tsx'

/** `source` is empty where none is chosen. */
type Chosen = WrittenAs & { source: string }

/** Files of the catalogue as an import reads them: to be looked at in a spreadsheet, and brought back. */
export function Exports() {
  const { act, isPending, problem } = useAction()
  const { locale } = useShop()
  const [kind, setKind] = useState<ExportKind>()
  const [notice, setNotice] = useState('')
  const [chosen, setChosen] = useState<Chosen>({ format: 'csv', language: '', source: '' })
  const download = async (kind: ExportKind) => {
    setKind(kind)
    setNotice('')
    await act(() => downloadOne(kind, chosen, { locale, tell: setNotice }))
  }
  return (
    <section className={styles.section}>
      <SectionTitle>{texts.exportTitle}</SectionTitle>
      <p>{texts.exportLead}</p>
      <ExportFields chosen={chosen} onChange={more => setChosen({ ...chosen, ...more })} />
      <div className={styles.exports}>
        {exportKinds.map(one => (
          <Button
            key={one}
            pending={isPending && kind === one}
            disabled={isPending && kind !== one}
            onClick={() => void download(one)}
          >
            {texts.exportFile(exportName(one, { format: chosen.format }))}
          </Button>
        ))}
      </div>
      <p role="status">{notice}</p>
      <FormProblem>{problem}</FormProblem>
    </section>
  )
}

function ExportFields({ chosen, onChange }: { chosen: Chosen; onChange: (more: Partial<Chosen>) => void }) {
  const sources = useQuery({
    queryKey: ['export-sources'],
    queryFn: () => call(importsContract.listExportSources, {}),
  })
  return (
    <div className={styles.fields}>
      <WrittenFields chosen={chosen} onChange={onChange} />
      {sources.data && sources.data.length > 0 && (
        <SelectField
          label={texts.exportSource}
          hint={texts.exportSourceHint}
          value={chosen.source}
          onChange={event => onChange({ source: event.target.value })}
        >
          <option value="">{texts.exportAllSources}</option>
          {sources.data.map(source => (
            <option key={source}>{source}</option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

type Telling = { locale: string; tell: (notice: string) => void }

function downloadOne(
  kind: ExportKind,
  { format, language, source: chosenSource }: Chosen,
  telling: Telling,
): Promise<void> {
  const source = chosenSource !== '' && saidBySources.includes(kind) ? chosenSource : undefined
  const request = { params: { kind }, query: { source, language: language || undefined } }
  return saveWritten({
    name: exportName(kind, { format, source }),
    format,
    csv: () => callFile(importsContract.readExportFile, request),
    workbook: () => callFile(importsContract.readExportWorkbook, request),
    ...telling,
  })
}
