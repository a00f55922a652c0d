import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FileField } from '#ui/controls/file-field.tsx'
import { TableChoiceFields } from '#ui/controls/tables/table-choice-fields.tsx'
import { tableFileTypes } from '#ui/controls/tables/use-table-choices.ts'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { SectionTitle } from '#ui/navigation/page-title.tsx'
import { ImportInput, type ImportProfile } from '#contracts/imports'
import type { Addition } from '#rules/imports'
import { importsTexts as texts, formTexts } from '#texts/imports'
import styles from './imports.module.css'
import { ListOptions } from './list-options.tsx'
import { MappingFields } from './mapping/mapping-fields.tsx'
import { type MappingChanges, filledBy } from './mapping/use-mapping.ts'
import { type Sent, sentAs } from './sent-files.ts'
import { useChosenFiles } from './use-chosen-files.ts'
import { useOwnSending } from './use-sending.ts'

/** The form that sends files and begins to read them; it leads to the page of the new import. */
export function NewImport() {
  const titleId = useId()
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(ImportInput),
    mode: 'onTouched',
  })
  /** The fields that somebody has set by hand, perhaps while the file was looked at: no profile changes them. */
  const ownFields = useRef(new Set<string>())
  const fill = (profile: ImportProfile) => {
    for (const [name, value] of filledBy(profile)) if (!ownFields.current.has(name)) setValue(name, value)
  }
  const { files, fileProblem, complain, isLooking, filledAs, reading, mapped, ...chosen } = useChosenFiles(fill)
  const sending = useOwnSending()
  const choose = async (files: readonly File[]) => {
    sending.forget()
    const alike = await chosen.choose(files)
    const mapping = alike && mapped.mapping(alike.draft)
    // Where a field was set by hand, it waits for its owner.
    if (!mapping || ownFields.current.size > 0) return
    const check = handleSubmit(input => sending.send({ ...input, ...alike.choices, mapping }, files))
    await sending.byItself(alike.profile, check)
  }
  const submit = async (input: ImportInput) => {
    complain(files.length === 0 ? texts.filesMissing : undefined)
    const mapping = mapped.mapping()
    if (files.length > 0 && mapping !== null && (await chosen.areClear()))
      await sending.send({ ...input, ...reading.choices, mapping }, files)
  }
  const change = (changes: MappingChanges) => {
    sending.stopOwn()
    mapped.change(changes)
  }
  const form = useRef<HTMLFormElement>(null)
  // What has to be corrected may be far above the button.
  useEffect(() => {
    if (Object.keys(mapped.problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [mapped.problems])
  const field = useRef<HTMLInputElement>(null)
  useReadAgain(({ files, input }) => {
    if (field.current) field.current.files = listOf(files)
    void chosen.choose(files, input)
  })
  /** What the columns say that is new to the shop is added, unless somebody has said by hand whether it is. */
  const add = (name: Addition, isAdded: boolean) => {
    if (!ownFields.current.has(name)) setValue(name, isAdded || (mapped.draft?.list.profile?.[name] ?? false))
  }
  return (
    <Card as="section" className={styles.form} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{texts.newTitle}</SectionTitle>
      <form
        ref={form}
        noValidate
        aria-busy={isLooking}
        onSubmit={event => void handleSubmit(submit)(event)}
        onChange={({ target }) => {
          sending.stopOwn()
          const name = nameOf(target)
          if (name) ownFields.current.add(name)
        }}
        className={styles.fields}
      >
        <div className={styles.wide}>
          <FileField
            ref={field}
            label={texts.files}
            hint={texts.filesHint}
            error={fileProblem}
            multiple
            accept={`${tableFileTypes},.xml,.gz`}
            onChange={event => void choose([...(event.target.files ?? [])])}
          />
          <p role="status">{isLooking ? texts.looking : sending.notice || (filledAs && texts.filledAs(filledAs))}</p>
        </div>
        <TableChoiceFields {...reading.fields} onChange={chosen.answer} />
        {mapped.draft && (
          <MappingFields draft={mapped.draft} problems={mapped.problems} onChange={change} onAdd={add} />
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
        <Send share={sending.share} />
        <FormProblem>{sending.problem}</FormProblem>
      </form>
    </Card>
  )
}

function Send({ share }: { share: number | undefined }) {
  const isSending = share !== undefined
  return (
    <div className={styles.sending}>
      <Button type="submit" variant="primary" pending={isSending}>
        {formTexts.send}
      </Button>
      {isSending && (
        <div className={styles.progress}>
          <progress max={1} value={share} aria-label={texts.sending(share)} />
          <p>{texts.sending(share)}</p>
        </div>
      )}
    </div>
  )
}

/** What was sent of an import that somebody wants to read in another way, once. */
function useReadAgain(read: (sent: Sent) => void) {
  const { state } = useLocation() as { state: { again?: string } | null }
  const sent = sentAs(state?.again)
  const done = useRef<Sent>(undefined)
  useEffect(() => {
    if (!sent || done.current === sent) return
    done.current = sent
    read(sent)
  })
}

/** As a field takes them. */
function listOf(files: readonly File[]): FileList {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer.files
}

const nameOf = (field: EventTarget) =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.name : ''
