import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { pictureBatchesContract } from '#contracts/catalogue'
import { batchLimits } from '#rules/catalogue'
import { uploadFile } from '#ui/calls/upload.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { Fact } from '#ui/data/fact.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import editStyles from '../edits/edits.module.css'
import styles from './new-batch.module.css'
import { picturesTexts as texts } from './pictures.texts.ts'

/** Sends a ZIP, and goes on where its files are shown. */
export function NewBatch() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const [fileProblem, setFileProblem] = useState<string>()
  const [share, setShare] = useState<number>()
  const { act, problem, isPending } = useAction()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (!file) return setFileProblem(texts.fileMissing)
    if (file.size > batchLimits.mostBytes) return setFileProblem(texts.fileTooLarge)
    const { signal } = new AbortController()
    const query = { name: file.name.slice(-200) }
    const begun = await act(() =>
      uploadFile(pictureBatchesContract.beginPictureBatch, { file, query, onProgress: setShare, signal }),
    )
    setShare(undefined)
    if (begun) await navigate(`/dashboard/manageProducts/pictures/${begun.insertedId}`)
  }
  return (
    <Card as="section" className={editStyles.standing}>
      <SectionTitle>{texts.sendTitle}</SectionTitle>
      <p>{texts.names}</p>
      <dl className={styles.examples}>
        <Fact name={texts.exampleNumber}>{texts.exampleNumberText}</Fact>
        <Fact name={texts.exampleBrand}>{texts.exampleBrandText}</Fact>
        <Fact name={texts.examplePlace}>{texts.examplePlaceText}</Fact>
      </dl>
      <p>{texts.behind}</p>
      <form noValidate className={editStyles.form} onSubmit={event => void send(event)}>
        <FileField
          label={texts.file}
          hint={texts.fileHint}
          error={fileProblem}
          accept=".zip,application/zip"
          onChange={event => {
            setFile(event.target.files?.[0])
            setFileProblem(undefined)
          }}
        />
        <FormProblem>{problem}</FormProblem>
        <div className={editStyles.buttons}>
          <Button type="submit" variant="primary" pending={isPending}>
            {texts.send}
          </Button>
          {share !== undefined && <span>{texts.sending(Math.round(share * 100))}</span>}
        </div>
      </form>
    </Card>
  )
}
