import { paymentsTexts } from '#texts/ordering'

export type ChallengeOutcome = 'pass' | 'fail' | 'left'

/**
 * The stand-in for the page of the customer's bank: a dialog that asks whether to let the payment pass. `left` when
 * `signal` says that the page it belongs to is gone.
 */
export function askChallenge(className: string, signal: AbortSignal | undefined): Promise<ChallengeOutcome> {
  const texts = paymentsTexts.challenge
  const dialog = document.createElement('dialog')
  dialog.className = className
  const title = document.createElement('h2')
  title.id = 'sandbox-challenge-title'
  title.textContent = texts.title
  dialog.setAttribute('aria-labelledby', title.id)
  const body = document.createElement('p')
  body.textContent = texts.body
  const approve = button(texts.approve)
  const reject = button(texts.reject)
  const actions = document.createElement('div')
  actions.append(approve, reject)
  dialog.append(title, body, actions)
  document.body.append(dialog)
  return new Promise(resolve => {
    const end = (outcome: ChallengeOutcome) => {
      signal?.removeEventListener('abort', leave)
      dialog.close()
      dialog.remove()
      resolve(outcome)
    }
    const leave = () => end('left')
    approve.addEventListener('click', () => end('pass'))
    reject.addEventListener('click', () => end('fail'))
    // Escape closes the bank's page: nobody approved.
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      end('fail')
    })
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    else dialog.showModal()
  })
}

function button(text: string): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  return element
}
