import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#ui/calls/call.ts'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { DateTime } from '#ui/data/date.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { Part } from '../page/part.tsx'
import { NewNote, type OrderNote, notesContract } from './notes.contract.ts'
import { notesTexts as texts } from './notes.texts.ts'
import styles from './order-notes.module.css'

const keyOf = (orderId: string) => ['order', orderId, 'notes']

/** What staff has written on an order, and a field for more. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const notes = useQuery({
    queryKey: keyOf(orderId),
    queryFn: () => call(notesContract.listNotes, { params: { id: orderId } }),
  })
  const [noteToRemove, setNoteToRemove] = useState<OrderNote>()
  return (
    <Part title={texts.title}>
      <p className={styles.soft}>{texts.text}</p>
      {notes.isPending && <Skeleton shape="line" />}
      {notes.error && !notes.data && (
        <ReadFailed
          title={texts.failed}
          error={notes.error}
          isTrying={notes.isFetching}
          onTry={() => void notes.refetch()}
        />
      )}
      {notes.data && notes.data.length > 0 && (
        <ul role="list" className={styles.notes}>
          {notes.data.map(note => (
            <li key={note._id}>
              <p className={styles.text}>{note.text}</p>
              <p className={styles.by}>
                <span className={styles.soft}>
                  {note.author ?? texts.nobody}, <DateTime value={note.at} />
                </span>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={texts.removeNamed(note.text.slice(0, 60))}
                  onClick={() => setNoteToRemove(note)}
                >
                  {texts.remove}
                </Button>
              </p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm orderId={orderId} />
      <RemoveDialog orderId={orderId} note={noteToRemove} onClose={() => setNoteToRemove(undefined)} />
    </Part>
  )
}

function NoteForm({ orderId }: { orderId: string }) {
  const queries = useQueryClient()
  const { keyOf: idempotencyKeyOf } = useIdempotencyKey()
  const { act, problem, isPending } = useAction()
  const form = useForm({ resolver: zodResolver(NewNote), mode: 'onTouched', defaultValues: { text: '' } })
  const send = form.handleSubmit(body =>
    act(
      async () => {
        const params = { id: orderId }
        await call(notesContract.addNote, { params, body, idempotencyKey: idempotencyKeyOf({ ...params, ...body }) })
        form.reset()
        toastSuccess(texts.added)
        await queries.invalidateQueries({ queryKey: keyOf(orderId) })
      },
      failure => {
        for (const { field, message } of failure.errors) if (field === 'text') form.setError(field, { message })
      },
    ),
  )
  return (
    <form noValidate className={styles.form} onSubmit={event => void send(event)}>
      <TextArea {...form.register('text')} label={texts.note} rows={2} error={form.formState.errors.text?.message} />
      <FormProblem>{problem}</FormProblem>
      <div>
        <Button type="submit" pending={isPending}>
          {texts.add}
        </Button>
      </div>
    </form>
  )
}

type RemoveProps = { orderId: string; note: OrderNote | undefined; onClose: () => void }

function RemoveDialog({ orderId, note, onClose }: RemoveProps) {
  const queries = useQueryClient()
  const { act, problem, isPending, forget } = useAction()
  // Kept while the dialog closes, so that its words do not go before it.
  const [shown, setShown] = useState(note)
  if (note && note !== shown) setShown(note)
  const close = () => {
    if (isPending) return
    forget()
    onClose()
  }
  const remove = () =>
    act(async () => {
      if (shown) await call(notesContract.removeNote, { params: { id: orderId, noteId: shown._id } })
      onClose()
      toastSuccess(texts.removed)
      await queries.invalidateQueries({ queryKey: keyOf(orderId) })
    })
  return (
    <Dialog
      open={note !== undefined}
      onClose={close}
      title={texts.removeQuestion}
      actions={
        <>
          <Button onClick={close} disabled={isPending}>
            {texts.cancel}
          </Button>
          <Button variant="danger" pending={isPending} onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </>
      }
    >
      <p className={styles.text}>{shown?.text}</p>
      <FormProblem>{problem}</FormProblem>
    </Dialog>
  )
}
