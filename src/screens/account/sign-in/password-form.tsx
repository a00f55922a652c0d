import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { passwordTexts } from '../password.texts.ts'
import { LogIn } from '#rules/identity'
import { accountsTexts } from '#texts/accounts'
import { AuthForm, PasswordField } from './auth-frame.tsx'
import { useAction } from '#ui/calls/use-action.ts'

type PasswordFormProps = {
  kind: 'new' | 'present'
  submit: string
  onSend: (password: string) => Promise<void>
}

const Password = z.pick(LogIn, { password: true })

/** One password, and what is done with it. */
export function PasswordForm({ kind, submit, onSend }: PasswordFormProps) {
  const isNew = kind === 'new'
  const { problem, act } = useAction()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Password),
    defaultValues: { password: '' },
  })
  return (
    <AuthForm
      submit={submit}
      onSubmit={event => void handleSubmit(({ password }) => act(() => onSend(password)))(event)}
      pending={formState.isSubmitting}
      problem={problem}
    >
      {/* Browsers that keep passwords look for whose it is; the link does not tell that to whoever holds it. */}
      <input type="email" hidden readOnly autoComplete="username" value="" />
      <PasswordField
        {...register('password')}
        label={isNew ? passwordTexts.newPassword : accountsTexts.password}
        hint={isNew ? passwordTexts.passwordHint : undefined}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        error={formState.errors.password?.message}
      />
    </AuthForm>
  )
}
