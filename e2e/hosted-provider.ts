import type { Page, Route } from '@playwright/test'
import pg from 'pg'
import { newId } from '#platform/context'
import { sandboxSecrets } from '#test/shop/compose'
import { type OwnShop, startOwnShop } from './own-shop.ts'

/**
 * A shop whose provider is the hosted one, on this machine: what it asks of Stripe is answered by the sandbox of a second
 * shop, which speaks Stripe's wire format, and so is what Stripe.js asks in the browser.
 */
export async function startHostedShop() {
  const bank = await startOwnShop({})
  const { secretKey, publishableKey, webhookSecret } = sandboxSecrets
  const shop = await startOwnShop(
    {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    { stripeUrl: `${bank.address}/sandbox/v1` },
  )
  return {
    ...shop,
    bank,
    tool: await addTool(shop.databaseUrl, 'Combination wrench 13 mm'),
    async stop() {
      await shop.stop()
      await bank.stop()
    },
  }
}

async function addTool(databaseUrl: string, name: string): Promise<{ id: string; name: string }> {
  const id = newId()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into tool (id, name, description, price, on_hand, minimum_quantity) values ($1, $2, 'Chrome.', 1250, 100, 1)`,
    [id, name],
  )
  await client.end()
  return { id, name }
}

export type HostedShop = Awaited<ReturnType<typeof startHostedShop>>

/** Serves Stripe's hosts to a page, and keeps a list of what the page asked of them. */
export async function playStripe(page: Page, bank: OwnShop): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://js.stripe.com/**', route => {
    asked.push(route.request().url())
    return route.request().resourceType() === 'script'
      ? route.fulfill({ contentType: 'text/javascript', body: `(${stripeJs.toString()})()` })
      : route.fulfill({ contentType: 'text/html', body: cardFrame })
  })
  await page.route('https://api.stripe.com/v1/**', route => {
    asked.push(route.request().url())
    return answerAs(route, bank)
  })
  return asked
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
}

async function answerAs(route: Route, bank: OwnShop): Promise<void> {
  const request = route.request()
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: crossOrigin })
  const answer = await fetch(request.url().replace('https://api.stripe.com/v1', `${bank.address}/sandbox/v1`), {
    method: request.method(),
    headers: {
      authorization: request.headers()['authorization'] ?? '',
      'content-type': request.headers()['content-type'] ?? '',
    },
    body: request.postData(),
  })
  return route.fulfill({
    status: answer.status,
    headers: { ...crossOrigin, 'content-type': 'application/json' },
    body: await answer.text(),
  })
}

/** Where the card is typed: a document of the provider's, which the shop's page cannot read. */
const cardFrame = `<!doctype html><html lang="en"><title>Card</title><link rel="icon" href="data:,">
<input aria-label="Card number" inputmode="numeric" size="20">
<script>
  addEventListener('message', ({ ports }) => ports[0].postMessage(document.querySelector('input').value))
  parent.postMessage({ isReady: true }, '*')
</script></html>`

/**
 * As much of Stripe.js as a card form calls, written for the browser: a frame of Stripe's host for the card, and a call
 * to Stripe's API that pays with it.
 */
function stripeJs(): void {
  type Listener = (event: object) => void
  const createCard = () => {
    const frame = document.createElement('iframe')
    const listeners = new Map<string, Listener>()
    const card = {
      /** What is typed into the frame as it is asked: what it told by itself could come behind a press of the page. */
      number: () =>
        new Promise<string>(resolve => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', ({ data }) => resolve(data))
          port1.start()
          frame.contentWindow?.postMessage('number', '*', [port2])
        }),
      mount: (place: HTMLElement) => place.append(frame),
      on: (name: string, listener: Listener) => void listeners.set(name, listener),
      off: (name: string) => void listeners.delete(name),
      update: () => undefined,
      focus: () => frame.focus(),
      destroy: () => frame.remove(),
    }
    frame.title = 'Secure card payment input frame'
    frame.src = 'https://js.stripe.com/card.html'
    window.addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && data.isReady) listeners.get('ready')?.({ elementType: 'card' })
    })
    return card
  }
  type Card = ReturnType<typeof createCard>
  type Method = { card: Card; billing_details: { name: string; email: string } }
  const start = (key: string) => {
    let card: Card | undefined
    return {
      elements: () => ({
        create: () => (card = createCard()),
        getElement: () => card ?? null,
        update: () => undefined,
      }),
      createToken: () => undefined,
      createPaymentMethod: () => undefined,
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
      async confirmCardPayment(clientSecret: string, { payment_method: method }: { payment_method: Method }) {
        const year = String(new Date().getFullYear() + 2)
        const form = new URLSearchParams({
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': await method.card.number(),
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': year,
          'payment_method_data[card][cvc]': '123',
          'payment_method_data[billing_details][name]': method.billing_details.name,
          'payment_method_data[billing_details][email]': method.billing_details.email,
        })
        const id = clientSecret.split('_secret_')[0]
        const answer = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}` },
          body: form,
        })
        const body = await answer.json()
        return body.error ? { error: body.error } : { paymentIntent: body }
      },
    }
  }
  Reflect.set(window, 'Stripe', Object.assign(start, { version: 'endive' }))
}
