import type { FormEvent, ReactNode } from 'react'
import { kitTexts } from '../../kit.texts.ts'
import { Button } from '../button.tsx'
import styles from './dialog-form.module.css'
import { useHoldOpen } from './hold-open.ts'
import { FormProblem } from '../form-problem.tsx'

type DialogFormProps = {
  /** What the button says that does it. */
  action: string
  isDangerous?: boolean
  isPending: boolean
  problem: string | undefined
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Fields, what is wrong, and the two buttons of a dialog. */
export function DialogForm({ action, isDangerous, isPending, problem, onSubmit, onClose, children }: DialogFormProps) {
  useHoldOpen(isPending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void onSubmit()
  }
  return (
    <form noValidate onSubmit={submit} className={styles.dialog}>
      {children}
      <FormProblem>{problem}</FormProblem>
      <div className={styles.answers}>
        <Button onClick={onClose} disabled={isPending}>
          {kitTexts.cancel}
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} pending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
