import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { call } from '#ui/calls/call.ts'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { Card } from '#ui/data/card.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { TableChoiceFields } from '#ui/controls/tables/table-choice-fields.tsx'
import { tableFileTypes, useTableChoices } from '#ui/controls/tables/use-table-choices.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { kitTexts } from '#ui/kit.texts.ts'
import { useShop } from '#ui/shop.tsx'
import type { TableChoices } from '#kernel/tables/read-table'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { ImportInput, importsContract } from '#contracts/imports'
import type { Addition } from '#rules/imports'
import { mappingTexts, importsTexts as texts } from '#texts/imports'
import { countKnown, useProfiles } from './import-queries.ts'
import styles from './imports.module.css'
import { ListOptions } from './list-options.tsx'
import { MappingFields } from './mapping/mapping-fields.tsx'
import { filledBy, useMapping } from './mapping/use-mapping.ts'
import { sendFiles } from './send-files.ts'

/** The form that sends files and begins to read them; it leads to the page of the new import. */
export function NewImport() {
  const titleId = useId()
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(ImportInput),
    mode: 'onTouched',
  })
  /** What somebody has said by hand, perhaps while the file was looked at: no profile says otherwise. */
  const said = useRef(new Set<string>())
  const [files, setFiles] = useState<File[]>([])
  const shop = useShop()
  const [unsure, setUnsure] = useState<File>()
  const reading = useTableChoices(unsure ?? (files.length === 1 ? files[0] : undefined))
  const mapped = useMapping()
  const { send, share, problem, fileProblem, complain } = useSending(files, { choices: reading.choices, mapped })
  const profiles = useProfiles()
  /** What the columns of a list are, once its letters can be read. Several files at once are named as the shop's own. */
  const propose = async ([only, ...others]: readonly File[], choices: TableChoices = {}) => {
    const { proposeMapping } = await import('./mapping/propose-mapping.ts')
    const isOne = only !== undefined && others.length === 0
    const list = isOne
      ? await proposeMapping(only, { profiles: await profiles(), choices, shop, countKnown })
      : undefined
    mapped.show(list)
    return list
  }
  /** A file that would be refused, or leaves open how it is read, is told before it is sent. */
  const choose = async (chosen: File[]) => {
    setFiles(chosen)
    setUnsure(undefined)
    reading.forget()
    mapped.show(undefined)
    await look(chosen, {})
  }
  const look = async (chosen: readonly File[], told: TableChoices) => {
    complain(undefined)
    const list = await propose(chosen, told)
    const profile = list?.profile
    if (profile) for (const [name, value] of filledBy(profile)) if (!said.current.has(name)) setValue(name, value)
    const choices = {
      ...(profile?.decimalSign && { decimalSign: profile.decimalSign }),
      ...(list?.sheet !== undefined && { sheet: list.sheet }),
      ...(list?.encoding && { encoding: list.encoding }),
      ...told,
    }
    reading.say(choices)
    const { inspectFile } = await import('./inspect-file.ts')
    for (const file of chosen) {
      const currency = list?.currencyOf(list.columns) ?? shop.currency
      const refused = await inspectFile(file, { currency, locale: shop.locale, columns: list?.columns, choices })
      if (!refused) continue
      setUnsure(file)
      const isForeign = refused.fault === 'other-currency'
      const message = isForeign ? mappingTexts.otherCurrency(refused.value) : refused.message
      complain(reading.problemOf([{ field: refused.choice ?? 'files', message }], 'files'))
      return
    }
  }
  const answer = (choices: TableChoices) => {
    const { encoding, sheet } = reading.choices
    reading.say(choices)
    if (choices.encoding !== encoding || choices.sheet !== sheet) void look(files, choices)
  }
  const form = useRef<HTMLFormElement>(null)
  // What has to be corrected may be far above the button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [mapped.problems])
  /** What the columns say that is new to the shop is added, unless somebody has said by hand whether it is. */
  const add = (name: Addition, isAdded: boolean) => {
    if (!said.current.has(name)) setValue(name, isAdded || (mapped.draft?.list.profile?.[name] ?? false))
  }
  const isSending = share !== undefined
  return (
    <Card as="section" className={styles.form} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{texts.newTitle}</SectionTitle>
      <form
        ref={form}
        noValidate
        onSubmit={event => void handleSubmit(send)(event)}
        onChange={({ target }) => said.current.add(nameOf(target))}
        className={styles.fields}
      >
        <FileField
          label={texts.files}
          hint={texts.filesHint}
          error={fileProblem}
          className={styles.wide ?? ''}
          multiple
          accept={`${tableFileTypes},.xml,.gz`}
          onChange={event => void choose([...(event.target.files ?? [])])}
        />
        <TableChoiceFields {...reading.fields} onChange={answer} />
        {mapped.draft && (
          <MappingFields draft={mapped.draft} problems={mapped.problems} onChange={mapped.change} onAdd={add} />
        )}
        <TextField
          label={texts.source}
          hint={texts.sourceHint}
          optional
          error={formState.errors.source?.message}
          {...register('source')}
        />
        <TextField
          label={texts.brand}
          hint={texts.brandHint}
          optional
          error={formState.errors.brand?.message}
          {...register('brand')}
        />
        <ListOptions register={register} />
        <div className={styles.sending}>
          <Button type="submit" variant="primary" pending={isSending}>
            {texts.send}
          </Button>
          {isSending && (
            <div className={styles.progress}>
              <progress max={1} value={share} aria-label={texts.sending(share)} />
              <p>{texts.sending(share)}</p>
            </div>
          )}
        </div>
        <FormProblem>{problem}</FormProblem>
      </form>
    </Card>
  )
}

const nameOf = (field: EventTarget) =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.name : ''

/** Sends the files, then begins the import; what was typed stays after a failure. Leaving the page stops it. */
function useSending(
  files: readonly File[],
  { choices, mapped }: { choices: TableChoices; mapped: ReturnType<typeof useMapping> },
) {
  const navigate = useNavigate()
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [fileProblem, setFileProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (input: ImportInput) => {
    setProblem(undefined)
    setFileProblem(files.length === 0 ? texts.filesMissing : undefined)
    const mapping = mapped.mapping()
    if (files.length === 0 || mapping === null) return
    const control = new AbortController()
    running.current = control
    setShare(0)
    try {
      const uploads = await sendFiles(files, { onProgress: setShare, signal: control.signal })
      const { insertedId } = await call(importsContract.beginImport, {
        body: { ...input, ...choices, mapping, files: uploads },
      })
      await navigate(`/dashboard/imports/${insertedId}`)
    } catch (error) {
      if (control.signal.aborted) return
      setShare(undefined)
      setProblem(error instanceof CallFailed ? error.message : kitTexts.unexpected)
      if (!(error instanceof CallFailed)) throw error
    }
  }
  return { send, share, problem, fileProblem, complain: setFileProblem }
}
