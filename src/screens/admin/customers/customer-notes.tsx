import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CustomerNote, customersContract } from '#contracts/desk'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Card } from '#ui/data/card.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { MoreRows } from '#ui/feedback/more-rows.tsx'
import { usePagedList } from '#ui/feedback/paged-list.ts'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import styles from './customers.module.css'
import { customersTexts as texts } from './customers.texts.ts'

const keyOf = (customerId: string) => ['customer', customerId, 'notes']

/** What staff has written about a customer, newest first, and a field for more. */
export function CustomerNotes({ customerId }: { customerId: string }) {
  const { listCustomerNotes } = customersContract
  const endpoint = { ...listCustomerNotes, path: `/customers/${customerId}/notes` } as const
  const list = usePagedList(keyOf(customerId), endpoint, {})
  return (
    <Card as="section" className={styles.part}>
      <h2>{texts.notes}</h2>
      <p className={styles.soft}>{texts.notesLead}</p>
      <NoteForm customerId={customerId} />
      {list.isPending && <Skeleton shape="line" />}
      {list.error && (
        <ReadFailed
          title={texts.notesFailed}
          error={list.error}
          isTrying={list.isFetching}
          onTry={() => void list.reload()}
        />
      )}
      {list.rows.length > 0 && (
        <ul role="list" className={styles.notes}>
          {list.rows.map(note => (
            <Note key={note._id} note={note} />
          ))}
        </ul>
      )}
      <MoreRows list={list} />
    </Card>
  )
}

function Note({ note: { kind, text, author, at } }: { note: CustomerNote }) {
  return (
    <li>
      {kind !== 'note' && (
        <p>
          <Badge tone={kind === 'blocked' ? 'bad' : 'ok'}>{texts.noteKinds[kind]}</Badge>
        </p>
      )}
      <p className={styles.said}>{text}</p>
      <p className={styles.soft}>
        {author ?? texts.nobody}, <DateTime value={at} />
      </p>
    </li>
  )
}

function NoteForm({ customerId }: { customerId: string }) {
  const queries = useQueryClient()
  const idempotency = useIdempotencyKey()
  const { act, problem, isPending } = useAction()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const add = async () => {
    setWrong(undefined)
    const body = { text }
    const added = await act(
      () =>
        call(customersContract.addCustomerNote, {
          params: { id: customerId },
          body,
          idempotencyKey: idempotency.keyOf({ customerId, ...body }),
        }),
      ({ errors }) => setWrong(errors.find(({ field }) => field === 'text')?.message),
    )
    if (!added) return
    idempotency.forget()
    setText('')
    toastSuccess(texts.added)
    await queries.invalidateQueries({ queryKey: keyOf(customerId) })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void add()
  }
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextArea
        label={texts.newNote}
        rows={2}
        value={text}
        error={wrong}
        onChange={event => setText(event.target.value)}
      />
      <FormProblem>{wrong ? undefined : problem}</FormProblem>
      <div>
        <Button type="submit" pending={isPending}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}
