import type { FormEvent } from 'react'
import { useNavigate, useParams } from 'react-router'
import { entriesContract } from '#contracts/content'
import { type DocumentKind, articleEntry, documentOf, pageEntry, readEntry } from '#rules/content'
import { call } from '#ui/calls/call.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button, LinkButton } from '#ui/controls/button.tsx'
import { DraftNotice } from '#ui/controls/draft-notice.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Card } from '#ui/data/card.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { kitTexts } from '#ui/kit.texts.ts'
import { Breadcrumb } from '#ui/navigation/breadcrumb.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { PageTitle } from '#ui/navigation/page-title.tsx'
import { documentsPath } from './content-nav.tsx'
import styles from './content.module.css'
import { documentKindTexts, documentsTexts as texts } from './documents.texts.ts'
import { EntryFields } from './entry-fields.tsx'
import { type EntryDraft, useEntryDraft } from './use-entry-draft.ts'
import { useProblems } from './use-problems.ts'

const blank: EntryDraft = { value: {}, version: 0 }

/** A page or an article that the shop does not have yet. */
export default function NewDocumentPage() {
  const kind = useParams()['kind'] === 'article' ? 'article' : 'page'
  return <NewDocument key={kind} kind={kind} />
}

function NewDocument({ kind }: { kind: DocumentKind }) {
  const words = documentKindTexts[kind]
  const { draft = blank, keep, isRestored } = useEntryDraft(`new-${kind}`)
  const { value } = draft
  const { form, problems, setProblems } = useProblems()
  const { act, isPending, failure } = useAction()
  const navigate = useNavigate()
  const named = value[words.named]
  const title = typeof named === 'string' ? named : ''
  const address = draft.address ?? addressOf(title)
  const name = `${kind}:${address}`

  const add = async () => {
    const { errors = [] } = readEntry(kind === 'page' ? pageEntry : articleEntry, value)
    const all = documentOf(name) ? errors : [...errors, { field: 'address', message: texts.badAddress }]
    setProblems(all)
    if (all.length > 0) return
    const body = { value, version: 0, isNew: true }
    const added = await act(
      () => call(entriesContract.changeEntry, { params: { name }, body }),
      ({ code, errors, message }) => setProblems(code === 'address-taken' ? [{ field: 'address', message }] : errors),
    )
    if (!added) return
    keep(undefined)
    toastSuccess(texts.added(title.trim()))
    await navigate(documentsPath)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <>
      <DocumentHead title={words.add} hiddenFromSearch />
      <Breadcrumb items={[{ label: texts.title, to: documentsPath }, { label: words.add }]} />
      <PageTitle lead={texts.linkHint}>{words.add}</PageTitle>
      <Card>
        <form noValidate ref={form} onSubmit={submit} className={styles.form}>
          <DraftNotice isShown={isRestored} onDiscard={() => keep(undefined)} />
          <EntryFields
            fields={words.fields}
            value={value}
            onChange={value => keep({ ...draft, value })}
            place="value"
            problems={problems}
          />
          <TextField
            label={texts.address}
            hint={texts.addressHint(`${words.path}${address}`)}
            value={address}
            onChange={event => keep({ ...draft, address: event.target.value.trim() })}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            error={problems.get('address')}
          />
          <FormProblem>{problems.size > 0 ? problems.get('value') : failure?.message}</FormProblem>
          <div className={styles.actions}>
            <Button type="submit" variant="primary" pending={isPending}>
              {words.add}
            </Button>
            <LinkButton to={documentsPath} onClick={() => keep(undefined)}>
              {kitTexts.cancel}
            </LinkButton>
          </div>
        </form>
      </Card>
    </>
  )
}

/** An address of what something is called: `Returns & refunds` is `returns-refunds`. */
function addressOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
}
