import type { ReactNode } from 'react'
import { kitTexts } from '../../kit.texts.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { FormProblem } from '../form-problem.tsx'

type QuestionDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** What the button says that does it, and the other one, if that is not "Cancel". */
  action: string
  cancel?: string
  isDangerous?: boolean
  /** Something that is to be said yes to first is still open. */
  isDisabled?: boolean
  /** While it is done, the dialog stays. */
  isPending: boolean
  problem?: string | undefined
  onConfirm: () => unknown
  children: ReactNode
}

/** Asks before something is done: what it means, what went wrong with it, and the two buttons. */
export function QuestionDialog({
  open,
  onClose,
  title,
  action,
  cancel = kitTexts.cancel,
  isDangerous = false,
  isDisabled = false,
  isPending,
  problem,
  onConfirm,
  children,
}: QuestionDialogProps) {
  const close = () => {
    if (!isPending) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      actions={
        <>
          <Button onClick={close} disabled={isPending}>
            {cancel}
          </Button>
          <Button
            variant={isDangerous ? 'danger' : 'primary'}
            pending={isPending}
            disabled={isDisabled}
            onClick={() => void onConfirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <FormProblem>{problem}</FormProblem>
    </Dialog>
  )
}
