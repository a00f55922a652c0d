import type { FormEvent, ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import styles from './categories.module.css'
import { categoriesTexts as texts } from './categories.texts.ts'

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
          {texts.cancel}
        </Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} pending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
