import { useState } from 'react'
import { ListName } from '#contracts/ordering'
import { useAction } from '#ui/calls/use-action.ts'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { listsTexts as texts } from './lists.texts.ts'

type NameListProps = {
  title: string
  action: string
  /** What it is called so far; undefined while nobody asks. */
  name: string | undefined
  onClose: () => void
  /** Throws a `CallFailed` where the shop refuses the name. */
  onName: (name: string) => Promise<void>
}

/** Asks for the name of a list. What was typed stays where it is refused. */
export function NameList({ title, action, name, onClose, onName }: NameListProps) {
  return (
    <Dialog open={name !== undefined} onClose={onClose} title={title}>
      <NameForm action={action} name={name ?? ''} onClose={onClose} onName={onName} />
    </Dialog>
  )
}

function NameForm({ action, name: before, onClose, onName }: Omit<NameListProps, 'title' | 'name'> & { name: string }) {
  const [name, setName] = useState(before)
  const [wrong, setWrong] = useState<string>()
  const { act, isPending, problem } = useAction()
  const send = async () => {
    const read = ListName.safeParse({ name })
    setWrong(read.error?.issues[0]?.message)
    if (!read.data) return
    await act(
      () => onName(read.data.name),
      refusal => setWrong(refusal.errors.find(({ field }) => field === 'name')?.message),
    )
  }
  return (
    <DialogForm
      action={action}
      isPending={isPending}
      problem={wrong ? undefined : problem}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        maxLength={80}
        autoComplete="off"
        error={wrong}
        onChange={event => setName(event.target.value)}
      />
    </DialogForm>
  )
}
