import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { importsContract } from '#contracts/imports'
import { formatBytes } from '#kernel/formats'
import { figureIn, formIn, headLanguages } from '#kernel/tables/column-heads'
import {
  type ExportFormat,
  type ExportKind,
  exportFormats,
  exportKinds,
  exportName,
  saidBySources,
} from '#rules/imports'
import { importsTexts as texts } from '#texts/imports'
import { call, callFile } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { useShop } from '#ui/shop.tsx'
import { downloadBytes, downloadFile } from '../download-file.ts'
import styles from '../imports.module.css'

/** How the files are written: `language` and `source` are empty where none is chosen. */
type Chosen = { format: ExportFormat; language: string; source: string }

/** Files of the catalogue as an import reads them: to be looked at in a spreadsheet, and brought back. */
export function Exports() {
  const { act, isPending, problem } = useAction()
  const { locale } = useShop()
  const [kind, setKind] = useState<ExportKind>()
  const [told, setTold] = useState('')
  const [chosen, setChosen] = useState<Chosen>({ format: 'csv', language: '', source: '' })
  const download = async (kind: ExportKind) => {
    setKind(kind)
    setTold('')
    await act(() => downloadOne(kind, chosen, { locale, tell: setTold }))
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
      <p role="status">{told}</p>
      <FormProblem>{problem}</FormProblem>
    </section>
  )
}

function ExportFields({ chosen, onChange }: { chosen: Chosen; onChange: (more: Partial<Chosen>) => void }) {
  const { locale } = useShop()
  const sources = useQuery({
    queryKey: ['export-sources'],
    queryFn: () => call(importsContract.listExportSources, {}),
  })
  return (
    <div className={styles.fields}>
      <SelectField
        label={texts.exportFormat}
        value={chosen.format}
        onChange={event => onChange({ format: exportFormats.find(one => one === event.target.value) ?? 'csv' })}
      >
        {exportFormats.map(format => (
          <option key={format} value={format}>
            {texts.exportFormats[format]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.exportForm}
        value={chosen.language}
        onChange={event => onChange({ language: event.target.value })}
      >
        <option value="">{texts.exportPlain}</option>
        {languagesFor(locale).map(language => (
          <option key={language} value={language}>
            {shownForm(language, locale)}
          </option>
        ))}
      </SelectField>
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

/** The shop's own language first, then all of which the heads are known. */
const languagesFor = (locale: string) => [
  locale,
  ...headLanguages.filter(language => language !== new Intl.Locale(locale).language),
]

/** `German: Artikelnummer, 12,50`. */
function shownForm(language: string, locale: string): string {
  const name = new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(language) ?? language
  const { headOf, decimalSign } = formIn(language)
  return `${name}: ${headOf('part_number')}, ${figureIn(decimalSign, '12.50')}`
}

type Telling = { locale: string; tell: (told: string) => void }

async function downloadOne(kind: ExportKind, { format, language, source: said }: Chosen, { locale, tell }: Telling) {
  const source = said !== '' && saidBySources.includes(kind) ? said : undefined
  const name = exportName(kind, { format, source })
  const request = { params: { kind }, query: { source, language: language || undefined } }
  if (format === 'csv') {
    const bytes = await callFile(importsContract.readExportFile, request)
    await downloadFile(name, bytes, rows => tell(rows > 0 ? texts.exported(rows) : ''))
    return
  }
  const { file: type } = importsContract.readExportWorkbook
  const bytes = await callFile(importsContract.readExportWorkbook, request)
  await downloadBytes({ name, type }, bytes, size => tell(formatBytes(size, locale)))
}
