import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAction } from '#ui/calls/use-action.ts'
import { Button } from '#ui/controls/button.tsx'
import { DocumentHead } from '#ui/navigation/document-head.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { AppCode, RecoveryCode, type SecondFactor } from '#rules/identity'
import { secondFactorTexts } from '../security/second-factor.texts.ts'
import { AuthForm, AuthFrame } from './auth-frame.tsx'
import styles from './auth-frame.module.css'
import { useSession } from '#parts/accounts'

type Kind = SecondFactor['kind']

/** After the password: the code of an app, or one of the codes that were kept for the day the phone is lost. */
export function SecondStep({ onBack }: { onBack: () => void }) {
  const [kind, setKind] = useState<Kind>('app')
  const isApp = kind === 'app'
  return (
    <AuthFrame
      title={secondFactorTexts.stepTitle}
      lead={isApp ? secondFactorTexts.appLead : secondFactorTexts.recoveryLead}
    >
      <DocumentHead title={secondFactorTexts.stepTitle} hiddenFromSearch />
      <CodeForm key={kind} kind={kind} />
      <p className={styles.ways}>
        <Button onClick={() => setKind(isApp ? 'recovery' : 'app')}>
          {isApp ? secondFactorTexts.toRecovery : secondFactorTexts.toApp}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {secondFactorTexts.back}
        </Button>
      </p>
    </AuthFrame>
  )
}

function CodeForm({ kind }: { kind: Kind }) {
  const { confirm } = useSession()
  const { problem, act } = useAction()
  const isApp = kind === 'app'
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(isApp ? AppCode : RecoveryCode),
    defaultValues: { code: '' },
  })
  // There is nothing else to do on this sheet than to type the code.
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <AuthForm
      submit={secondFactorTexts.goOn}
      onSubmit={event => void handleSubmit(({ code }) => act(() => confirm({ kind, code })))(event)}
      pending={formState.isSubmitting}
      problem={problem}
    >
      <TextField
        {...register('code')}
        label={isApp ? secondFactorTexts.appCode : secondFactorTexts.recoveryCode}
        hint={isApp ? undefined : secondFactorTexts.recoveryHint}
        className={styles.code}
        inputMode={isApp ? 'numeric' : 'text'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.code?.message}
      />
    </AuthForm>
  )
}
