import type { ComponentType, FormEvent, ReactNode } from 'react'
import type * as z from 'zod/mini'
import { type ContentEntry, entriesContract } from '#contracts/content'
import { readEntry } from '#rules/content'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DraftNotice } from '#ui/controls/draft-notice.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from './content.module.css'
import { type EntryField, contentTexts as texts } from './content.texts.ts'
import { EntryFields, type EntryValue } from './entry-fields.tsx'
import { type EntryDraft, useEntryDraft } from './use-entry-draft.ts'
import { useProblems } from './use-problems.ts'

type Entry = Pick<ContentEntry, 'name' | 'value' | 'isOwn' | 'version'>

type EntryFormProps = {
  entry: Entry
  schema: z.core.$ZodType
  title: string
  lead?: ReactNode
  fields: readonly EntryField[]
  /** What the words will look like. */
  preview?: ComponentType<{ value: EntryValue }>
  /** Reads the entries anew; the newest state of this one. */
  reload: () => Promise<Entry | undefined>
}

/** One piece of the shop's own words, saved by itself. */
export function EntryForm({ entry, schema, title, lead, fields, preview: Preview, reload }: EntryFormProps) {
  const { draft, keep, isRestored } = useEntryDraft(entry.name)
  const { form, problems, setProblems } = useProblems()
  const { act, isPending, failure, forget } = useAction()
  const shown: EntryDraft = draft ?? { value: entry.value as EntryValue, version: entry.version }
  const isSame = () => JSON.stringify(shown.value) === JSON.stringify(entry.value)

  const send = async (value: EntryValue | null, version: number, message: string) => {
    const saved = await act(
      () => call(entriesContract.changeEntry, { params: { name: entry.name }, body: { value, version } }),
      ({ errors }) => setProblems(errors),
    )
    if (!saved) return
    await reload()
    keep(undefined)
    setProblems([])
    toastSuccess(message)
  }
  const save = async () => {
    if (isSame()) {
      keep(undefined)
      return toastSuccess(texts.nothing)
    }
    const { errors = [] } = readEntry(schema, shown.value)
    setProblems(errors)
    if (errors.length === 0) await send(shown.value, shown.version, texts.saved(title))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void save()
  }
  const settle = async (isMineKept: boolean) => {
    const newest = await act(reload)
    if (!newest) return
    keep(isMineKept ? { ...shown, version: newest.version } : undefined)
    forget()
  }
  const discard = () => {
    keep(undefined)
    setProblems([])
    forget()
  }
  const isOutdated = failure?.code === 'changed-meanwhile'
  return (
    <Card as="section" aria-label={title}>
      <form noValidate ref={form} onSubmit={submit} className={styles.form}>
        <h2>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
        <DraftNotice isShown={isRestored && !isSame()} onDiscard={discard} />
        <EntryFields
          fields={fields}
          value={shown.value}
          onChange={value => keep({ value, version: shown.version })}
          place="value"
          problems={problems}
        />
        {Preview && <Preview value={shown.value} />}
        <FormProblem>{isOutdated ? texts.outdated : (problems.get('value') ?? failure?.message)}</FormProblem>
        <div className={styles.actions}>
          {isOutdated ? (
            <>
              <Button variant="primary" pending={isPending} onClick={() => void settle(true)}>
                {texts.keepMine}
              </Button>
              <Button pending={isPending} onClick={() => void settle(false)}>
                {texts.takeTheirs}
              </Button>
            </>
          ) : (
            <>
              <Button type="submit" variant="primary" pending={isPending} aria-label={texts.saveNamed(title)}>
                {texts.save}
              </Button>
              {entry.isOwn && (
                <Button
                  variant="quiet"
                  pending={isPending}
                  aria-label={texts.originalNamed(title)}
                  onClick={() => void send(null, entry.version, texts.isOriginal(title))}
                >
                  {texts.original}
                </Button>
              )}
            </>
          )}
        </div>
      </form>
    </Card>
  )
}
