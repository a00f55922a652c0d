import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Card } from '#ui/data/card.tsx'
import { ReadFailed } from '#ui/feedback/read-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { fewRecoveryCodes } from '#rules/identity'
import { secondFactorTexts } from './second-factor.texts.ts'
import type { WaysIn } from '#contracts/accounts'
import { useAccount } from '#parts/accounts'
import accountStyles from '../account-page.module.css'
import styles from './second-factor.module.css'
import { PasswordStep, RecoveryCodes, SetupKey } from './second-factor-steps.tsx'
import { loadSecondFactorFlow } from '#parts/accounts'
import { refreshSession } from '#parts/accounts'
import { useWaysIn, useWaysInAgain } from './ways-in-query.ts'

type Step =
  /** `isBack`: a step has ended here, and the keyboard goes on where it stood. */
  | { is: 'idle'; isBack: boolean }
  | { is: 'password'; to: 'turn on' | 'turn off' | 'new codes' }
  | { is: 'key'; address: string; codes: string[] }
  | { is: 'codes'; codes: string[] }

/** Loaded with the page's first question: signing in does not carry it. */

/**
 * Whether logins ask for a code, and the way to change that. A hosted identity service has its own way, so there is no
 * card then; until `provider` is known, the card keeps its place.
 */
export function SecondFactorCard({ provider }: { provider: 'embedded' | 'firebase' | undefined }) {
  const state = useWaysIn(provider === 'embedded')
  const on = state.data?.secondFactor.on
  if (provider === 'firebase') return null
  return (
    <Card as="section" className={accountStyles.part}>
      <h2 className={styles.title}>
        {secondFactorTexts.title}
        {state.data && <Badge tone={on ? 'ok' : 'neutral'}>{on ? secondFactorTexts.on : secondFactorTexts.off}</Badge>}
      </h2>
      {state.data && <Steps waysIn={state.data} />}
      {state.isPending && (
        <div className={styles.placeholder}>
          <Skeleton shape="row" />
        </div>
      )}
      {state.isError && !state.data && (
        <ReadFailed
          title={secondFactorTexts.failed}
          error={state.error}
          isTrying={state.isFetching}
          onTry={() => void state.refetch()}
        />
      )}
    </Card>
  )
}

function Steps({ waysIn }: { waysIn: WaysIn }) {
  const { email } = useAccount()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ is: 'idle', isBack: false })
  const toIdle = () => setStep({ is: 'idle', isBack: true })
  const readAgain = useWaysInAgain()
  /** The change has given this browser a new session in place of the one that it ended. */
  const know = async (on: boolean, recoveryCodesLeft: number | null) => {
    queries.setQueryData(['ways-in', email], { ...waysIn, secondFactor: { on, recoveryCodesLeft } })
    // Out of reach is not over: the next call renews it.
    await refreshSession().catch(() => undefined)
  }

  if (step.is === 'password') {
    const send = async (password: string) => {
      const flow = await loadSecondFactorFlow()
      if (step.to === 'turn on') return setStep({ is: 'key', ...(await flow.beginSecondFactor(password)) })
      if (step.to === 'new codes') {
        setStep({ is: 'codes', codes: await flow.renewRecoveryCodes(password) })
        return readAgain()
      }
      await flow.dropSecondFactor(password)
      await know(false, null)
      toIdle()
      toastSuccess(secondFactorTexts.turnedOff)
    }
    return <PasswordStep {...passwordSteps()[step.to]} onSend={send} onCancel={toIdle} />
  }
  if (step.is === 'key') {
    const finish = async (code: string) => {
      await (await loadSecondFactorFlow()).finishSecondFactor(code)
      // First of all what is shown only now: nothing that fails afterwards is to come before it.
      setStep({ is: 'codes', codes: step.codes })
      await know(true, step.codes.length)
      // Everywhere else is logged out by now.
      void queries.invalidateQueries({ queryKey: ['sessions'] })
      toastSuccess(secondFactorTexts.turnedOn)
    }
    return <SetupKey address={step.address} onSend={finish} onCancel={toIdle} />
  }
  if (step.is === 'codes') return <RecoveryCodes codes={step.codes} onDone={toIdle} />
  return <Idle waysIn={waysIn} isBack={step.isBack} onChoose={to => setStep({ is: 'password', to })} />
}

const passwordSteps = () =>
  ({
    'turn on': { lead: secondFactorTexts.confirmOn, submit: secondFactorTexts.goOnOn, variant: 'primary' },
    'turn off': { lead: secondFactorTexts.confirmOff, submit: secondFactorTexts.turnOff, variant: 'danger' },
    'new codes': { lead: secondFactorTexts.confirmCodes, submit: secondFactorTexts.makeCodes, variant: 'primary' },
  }) as const

type IdleProps = {
  waysIn: WaysIn
  isBack: boolean
  onChoose: (to: 'turn on' | 'turn off' | 'new codes') => void
}

function Idle({ waysIn: { password, secondFactor }, isBack, onChoose }: IdleProps) {
  const { on, recoveryCodesLeft } = secondFactor
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isBack) text.current?.focus()
  }, [isBack])
  if (!password) return <p>{secondFactorTexts.noPassword}</p>
  return (
    <>
      <p ref={text} tabIndex={-1}>
        {on ? secondFactorTexts.aboutOn : secondFactorTexts.about} {secondFactorTexts.aboutPasskey}{' '}
        {secondFactorTexts.aboutGoogle}
      </p>
      {on && <CodesLeft count={recoveryCodesLeft} />}
      <div className={accountStyles.ways}>
        {on ? (
          <>
            <Button onClick={() => onChoose('new codes')}>{secondFactorTexts.newCodes}</Button>
            <Button variant="danger" onClick={() => onChoose('turn off')}>
              {secondFactorTexts.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => onChoose('turn on')}>{secondFactorTexts.turnOn}</Button>
        )}
      </div>
    </>
  )
}

/** Null: they hang on a secret that the shop does not have any more. */
function CodesLeft({ count }: { count: number | null }) {
  if (count === null) return <p className={styles.few}>{secondFactorTexts.codesUnreadable}</p>
  if (count <= fewRecoveryCodes) return <p className={styles.few}>{secondFactorTexts.fewCodes(count)}</p>
  return <p>{secondFactorTexts.codesLeft(count)}</p>
}
