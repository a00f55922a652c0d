import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { listsContract, orderPadContract } from '#contracts/ordering'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { useAction } from '#ui/calls/use-action.ts'
import { call } from '#ui/calls/call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field, TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { leadToWrong } from '#ui/controls/lead-to-wrong.ts'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { NumberField } from '../order-pad/number-field.tsx'
import styles from './lists.module.css'
import { listsTexts as texts } from './lists.texts.ts'

type Typed = { number: string; quantity: string; tool?: { id: string; name: string } | undefined }

const nothing: Typed = { number: '', quantity: '' }

/** One more line: a number as a quick order reads it, and how many. */
export function AddLine({ listId, onAdded }: { listId: string; onAdded: () => Promise<void> }) {
  const [typed, setTyped] = useState(nothing)
  const [wrong, setWrong] = useState<{ number?: string; quantity?: string }>({})
  const { act, isPending, problem } = useAction()
  const { keyOf, forget } = useIdempotencyKey()
  const form = useRef<HTMLFormElement>(null)
  const add = () =>
    act(async () => {
      const { number, quantity, tool } = typed
      const rows = [{ number, quantity, ...(tool && { tools_id: tool.id }) }]
      const { added, choose, refused } = await call(orderPadContract.readOrderPad, { body: { rows } })
      const [line] = added
      if (!line) {
        const [{ code, message } = { code: '', message: choose[0]?.message ?? '' }] = refused
        const isOfQuantity = code.startsWith('quantity')
        // Drawn at once: only a field that already says what is wrong can be led to.
        flushSync(() => setWrong(isOfQuantity ? { quantity: message } : { number: message }))
        leadToWrong(form.current)
        return
      }
      const body = { lines: [{ tools_id: line.tool._id, quantity: line.quantity }] }
      await call(listsContract.addListLines, { params: { id: listId }, body, idempotencyKey: keyOf({ listId, body }) })
      forget()
      setTyped(nothing)
      toastSuccess(texts.lineAdded(line.tool.name))
      await onAdded()
    })
  return (
    <form
      ref={form}
      noValidate
      className={styles.add}
      data-print="no"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        setWrong({})
        void add()
      }}
    >
      <Field label={texts.addNumber} hint={typed.tool?.name} error={wrong.number} className={styles.number}>
        {wiring => (
          <NumberField
            {...wiring}
            className={styles.field}
            value={typed.number}
            onType={number => setTyped({ ...typed, number, tool: undefined })}
            onPick={({ _id, name, partNumber, matched }) =>
              setTyped({ ...typed, number: matched?.value ?? partNumber ?? name, tool: { id: _id, name } })
            }
          />
        )}
      </Field>
      <TextField
        label={texts.quantity}
        value={typed.quantity}
        inputMode="numeric"
        autoComplete="off"
        error={wrong.quantity}
        onChange={({ target }) => setTyped({ ...typed, quantity: target.value })}
      />
      <Button type="submit" pending={isPending}>
        {texts.addLine}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </form>
  )
}
