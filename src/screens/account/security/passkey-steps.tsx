import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialogs/dialog.tsx'
import { DialogForm } from '#ui/controls/dialogs/dialog-form.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { FormProblem } from '#ui/controls/form-problem.tsx'
import { deviceName, LogIn, PasskeyName } from '#rules/identity'
import { passkeyTexts } from './passkeys.texts.ts'
import { useAccount } from '#parts/accounts'
import accountStyles from '../account-page.module.css'
import { PasswordField } from '../sign-in/auth-frame.tsx'
import { loadPasskeyFlow } from '#parts/accounts'
import styles from '../sign-in/passkeys.module.css'

type Passkey = { id: string; name: string }

const WithPassword = z.object({ ...PasskeyName.shape, password: LogIn.shape.password })
const WithoutPassword = z.object({ ...PasskeyName.shape, password: z.optional(z.string()) })

type AddPasskeyProps = { hasPassword: boolean; onDone: () => Promise<void>; onCancel: () => void }

/** A name and the password; then the browser's own question. Whoever only found this screen open knows no password. */
export function AddPasskey({ hasPassword, onDone, onCancel }: AddPasskeyProps) {
  const { email } = useAccount()
  const { problem, act } = useAction()
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(hasPassword ? WithPassword : WithoutPassword),
    mode: 'onTouched',
    defaultValues: { name: deviceName(navigator.userAgent), password: '' },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus(hasPassword ? 'password' : 'name'), [setFocus, hasPassword])
  const add = async ({ name, password }: { name: string; password?: string | undefined }) => {
    await (await loadPasskeyFlow()).addPasskey({ name, ...(hasPassword && { password }) })
    await onDone()
  }
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={event => void handleSubmit(input => act(() => add(input)))(event)}
    >
      <p>{hasPassword ? passkeyTexts.confirm : passkeyTexts.confirmGoogle}</p>
      <TextField
        {...register('name')}
        label={passkeyTexts.name}
        hint={passkeyTexts.nameHint}
        autoComplete="off"
        error={errors.name?.message}
      />
      {hasPassword && (
        <>
          {/* For the browser's own store of passwords: whose password this is. */}
          <input type="email" hidden readOnly autoComplete="username" value={email} />
          <PasswordField
            {...register('password')}
            label={passkeyTexts.password}
            autoComplete="current-password"
            error={errors.password?.message}
          />
        </>
      )}
      <FormProblem>{problem}</FormProblem>
      <div className={accountStyles.ways}>
        <Button type="submit" variant="primary" pending={isSubmitting}>
          {passkeyTexts.goOn}
        </Button>
        <Button variant="quiet" onClick={onCancel} disabled={isSubmitting}>
          {passkeyTexts.cancel}
        </Button>
      </div>
    </form>
  )
}

type StepProps = { passkey: Passkey; onDone: () => Promise<void>; onClose: () => void }

export function RenamePasskey({ passkey, onDone, onClose }: StepProps) {
  const formId = useId()
  const { problem, act } = useAction()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(PasskeyName),
    defaultValues: { name: passkey.name },
  })
  const { errors, isSubmitting } = formState
  const save = async ({ name }: PasskeyName) => {
    await (await loadPasskeyFlow()).renamePasskey(passkey.id, name)
    await onDone()
  }
  const close = () => {
    if (!isSubmitting) onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={passkeyTexts.renameTitle}
      actions={
        <>
          <Button onClick={close} disabled={isSubmitting}>
            {passkeyTexts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
            {passkeyTexts.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.step}
        noValidate
        onSubmit={event => void handleSubmit(input => act(() => save(input)))(event)}
      >
        <TextField {...register('name')} label={passkeyTexts.name} autoComplete="off" error={errors.name?.message} />
        <FormProblem>{problem}</FormProblem>
      </form>
    </Dialog>
  )
}

/** As for adding one: whoever only found this screen open takes no way in from its owner. */
export function RemovePasskey({ passkey, hasPassword, onDone, onClose }: StepProps & { hasPassword: boolean }) {
  const { problem, act } = useAction()
  const { email } = useAccount()
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    await act(async () => {
      await (await loadPasskeyFlow()).removePasskey(passkey.id, hasPassword ? password : undefined)
      await onDone()
    }).finally(() => setPending(false))
  }
  return (
    <Dialog open onClose={onClose} title={passkeyTexts.removeQuestion(passkey.name)}>
      <DialogForm
        action={passkeyTexts.remove}
        isDangerous
        isPending={isPending}
        problem={problem}
        onSubmit={remove}
        onClose={onClose}
      >
        <p>{passkeyTexts.removeEffect}</p>
        {hasPassword ? (
          <>
            <input type="email" hidden readOnly autoComplete="username" value={email} />
            <PasswordField
              label={passkeyTexts.password}
              autoComplete="current-password"
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
          </>
        ) : (
          <p>{passkeyTexts.removeGoogle}</p>
        )}
      </DialogForm>
    </Dialog>
  )
}
