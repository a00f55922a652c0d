import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { declineBlockMinutes } from '#rules/ordering'
import { Button } from '#ui/controls/button.tsx'
import { paymentsTexts } from '#texts/ordering'
import styles from './card-form.module.css'
import { type PaymentsConfig, loadProvider } from './load-provider.ts'
import { outcomeOf } from './payment-outcome.ts'

/** How the provider's element should look. The hosted one is a frame: colours have to be told, they do not inherit. */
function cardOptions() {
  const isBrowser = typeof document !== 'undefined'
  const tokens = isBrowser ? getComputedStyle(document.documentElement) : undefined
  const color = (name: string, otherwise: string) => tokens?.getPropertyValue(name).trim() || otherwise
  return {
    hidePostalCode: true,
    disableLink: true,
    classes: {
      base: styles['card'] ?? '',
      focus: styles['cardFocus'] ?? '',
      invalid: styles['cardInvalid'] ?? '',
    },
    style: {
      base: {
        color: color('--ink', '#12171c'),
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: color('--steel', '#5d6974') },
      },
      invalid: { color: color('--bad', '#b3261e') },
    },
  }
}

export type CardFormProps = {
  config: PaymentsConfig
  /** Undefined until the shop has opened the payment. */
  clientSecret: string | undefined
  /** Cards that may be declined before the shop closes the payment for a while; undefined as long as the secret is. */
  triesLeft: number | undefined
  /** What is paid, for people: $177.24. */
  amount: string
  billing: { name: string; email: string }
  /** Called once, when the provider says that the money came; done when the shop has noted it, or is late. */
  onPaid: (transactionId: string) => Promise<void>
}

/** The card form of the shop, the same for the hosted provider and the sandbox. For the browser only. */
export function CardForm(props: CardFormProps) {
  const { stripe, hasFailed, retry } = useProvider(props.config)
  return (
    <Elements stripe={stripe}>
      <PaymentForm {...props} />
      {hasFailed && (
        <p className={styles['error']} role="alert">
          {paymentsTexts.form.providerFailed}{' '}
          <button type="button" className={styles['link']} onClick={retry}>
            {paymentsTexts.form.tryAgain}
          </button>
        </p>
      )}
    </Elements>
  )
}

function useProvider({ provider, publishableKey, apiBase, testMode }: PaymentsConfig) {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isCurrent = true
    loadProvider({ provider, publishableKey, apiBase, testMode }, styles['challenge'] ?? '').then(
      loaded => isCurrent && setStripe(loaded),
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [provider, publishableKey, apiBase, testMode, tries])
  const retry = () => {
    setHasFailed(false)
    setTries(tries + 1)
  }
  return { stripe, hasFailed, retry }
}

type State = 'open' | 'paying' | 'processing'

function PaymentForm({ config, clientSecret, triesLeft, amount, billing, onPaid }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [options] = useState(cardOptions)
  const [isReady, setIsReady] = useState(false)
  const [state, setState] = useState<State>('open')
  const [error, setError] = useState('')
  const [declined, setDeclined] = useState(0)
  // State comes a render late; two presses of one moment must not both pass.
  const isBusy = useRef(false)
  const reasonId = useId()

  const pay = async () => {
    const card = elements?.getElement('card')
    if (!stripe || !card || clientSecret === undefined || isBusy.current) return
    isBusy.current = true
    setState('paying')
    setError('')
    const method = { card, billing_details: { name: billing.name, email: billing.email } }
    const result = await stripe.confirmCardPayment(clientSecret, { payment_method: method }).catch(() => ({}))
    const outcome = outcomeOf(result)
    if (outcome.kind === 'failed') {
      isBusy.current = false
      setState('open')
      setError(outcome.message)
      if (outcome.isDeclined) setDeclined(count => count + 1)
      return
    }
    // Paid or under way: the form stays closed, because there is nothing left to pay.
    if (outcome.kind === 'processing') setState('processing')
    else await onPaid(outcome.transactionId)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pay()
  }
  const left = triesLeft === undefined ? undefined : Math.max(0, triesLeft - declined)
  const hasProvider = stripe !== null && isReady
  const reason = reasonOf({ hasProvider, hasSecret: clientSecret !== undefined, isClosed: left === 0, state })

  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-busy={state === 'paying'}>
      {config.testMode && <p className={styles['testMode']}>{paymentsTexts.form.testMode}</p>}
      <fieldset className={styles['fieldset']}>
        <legend className={styles['legend']}>{paymentsTexts.form.legend}</legend>
        <div className={styles['place']} data-provider={config.provider}>
          <CardElement
            options={options}
            onReady={element => {
              setIsReady(true)
              // Whoever comes to pay types the card next; whoever is busy elsewhere by now is left there.
              if (isNowhere(document.activeElement)) element.focus()
            }}
            onChange={event => setError(event.error?.message ?? '')}
          />
        </div>
        <p className={styles['error']} role="alert">
          {error}
        </p>
        {/* Stays while another card is typed, which takes the error away. */}
        {state === 'open' && declined > 0 && left !== undefined && left > 0 && (
          <p className={styles['next']} role="status">
            {paymentsTexts.form.afterDecline(left)}
          </p>
        )}
      </fieldset>
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant="primary"
          className={styles['pay']}
          disabled={reason !== ''}
          pending={state === 'paying'}
          aria-describedby={reasonId}
        >
          {state === 'paying' ? paymentsTexts.form.paying : paymentsTexts.form.pay(amount)}
        </Button>
        <p id={reasonId} className={styles['reason']} role="status">
          {reason}
        </p>
      </div>
    </form>
  )
}

/** Nobody has pressed or reached anything on this page yet. */
const isNowhere = (active: Element | null) => active === null || active.matches('body, main')

/** Why the button is greyed; empty when it is not. While paying it keeps the focus, so it is not disabled then. */
function reasonOf(given: { hasProvider: boolean; hasSecret: boolean; isClosed: boolean; state: State }): string {
  if (given.state === 'processing') return paymentsTexts.form.processing
  if (given.isClosed) return paymentsTexts.form.closed(declineBlockMinutes)
  if (!given.hasProvider) return paymentsTexts.form.waitingForProvider
  return given.hasSecret ? '' : paymentsTexts.form.waitingForSecret
}
