import { createHmac, randomBytes } from 'node:crypto'
import { type Person, createPerson, createTool, mailedLink, reviewBy, signIn, signUp } from '../factories.ts'
import { pictureForm, smallPicture } from '../files/pictures.ts'
import type { TestShop } from '../harness.ts'
import { sandboxSecrets } from '../shop/compose.ts'
import { basketRows } from './basket.ts'
import { companyRows } from './companies.ts'
import { customerRows } from './customers.ts'
import { importRows } from './imports.ts'
import { orderDeskRows, orderRows } from './orders.ts'
import { priceRows } from './prices.ts'
import { type Row, at, categoryRows, finderRows, staffRows, toolRows } from './rows.ts'
import { editRows, pictureBatchRows, stockRows } from './stock.ts'

export const password = 'a long test password'

/** `people`: who makes the calls. */
export type Stage = { shop: TestShop; admin: Person; people(): readonly Person[] }

/** With a picture that each of the actors was given. */
async function reviewOfAnybody(people: readonly Person[]) {
  const bodies = await Promise.all(people.map(person => reviewBy(person)))
  return bodies[0]
}

/** Every call of the shop. A contract without a row here fails the first test of the matrix. */
export function matrixRows(stage: () => Stage): Record<string, Row> {
  const shop = () => stage().shop
  return {
    'PUT /user/:email': { sample: async owner => ({ path: `/user/${owner.email}`, body: { email: owner.email } }) },
    'DELETE /session': { ...at('/session'), endsSession: true },
    'GET /sessions': at('/sessions'),
    'DELETE /sessions': at('/sessions'),
    'DELETE /sessions/:id': {
      async sample(owner) {
        await signIn(shop(), owner.email)
        const { body } = await owner.call('GET', '/sessions')
        const other = body.find((session: { current: boolean }) => !session.current)
        return { path: `/sessions/${other._id}` }
      },
    },
    'GET /admin/:email': { sample: async owner => ({ path: `/admin/${owner.email}` }) },
    'GET /users/myProfile': { sample: async owner => ({ path: `/users/myProfile?email=${owner.email}` }) },
    'PUT /users/myProfile': {
      sample: async owner => ({
        path: `/users/myProfile?email=${owner.email}`,
        body: { phone: '1', district: 'Dhaka' },
      }),
    },
    'GET /users': at('/users'),
    'PUT /users/admin/:email': {
      sample: async () => ({ path: `/users/admin/${(await createPerson(shop())).email}` }),
    },
    'DELETE /users/admin/:email': {
      sample: async () => ({ path: `/users/admin/${(await createPerson(shop(), 'admin')).email}` }),
    },
    'POST /password-reset': { sample: async owner => ({ path: '/password-reset', body: { email: owner.email } }) },
    'PUT /password': {
      async sample() {
        const token = await mailedLink(shop(), (await createPerson(shop())).email, 'reset')
        return { path: '/password', body: { token, password } }
      },
    },
    'POST /session/proof': { sample: async () => ({ path: '/session/proof', body: { password } }) },
    'POST /password': { sample: async () => ({ path: '/password', body: { current: password, password } }) },
    'POST /email-confirmation/mail': at('/email-confirmation/mail'),
    'POST /email-confirmation': {
      async sample(owner) {
        return { path: '/email-confirmation', body: { token: await mailedLink(shop(), owner.email, 'confirm') } }
      },
    },
    'PUT /email-confirmation': {
      async sample(owner) {
        return {
          path: '/email-confirmation',
          body: { token: await mailedLink(shop(), owner.email, 'confirm'), password },
        }
      },
    },
    'PUT /email-confirmation/opened': {
      async sample(owner) {
        return { path: '/email-confirmation/opened', body: { token: await mailedLink(shop(), owner.email, 'confirm') } }
      },
    },
    'PUT /email-confirmation/password': {
      async sample() {
        const { email } = await signUp(shop(), `unconfirmed-${randomBytes(4).toString('hex')}@example.com`)
        const token = await mailedLink(shop(), email, 'confirm')
        return { path: '/email-confirmation/password', body: { token, newPassword: password } }
      },
    },
    'POST /email': { sample: async () => ({ path: '/email', body: { email: 'another@example.com', password } }) },
    'GET /account/data': at('/account/data'),
    'GET /account/mails': at('/account/mails'),
    'GET /mails/refused': at('/mails/refused'),
    'PUT /account/mails': { sample: async () => ({ path: '/account/mails', body: { mails: {} } }) },
    'GET /account/ways-in': at('/account/ways-in'),
    'DELETE /account': {
      sample: async owner => ({ path: '/account', body: { email: owner.email } }),
      endsAccount: true,
    },
    ...toolRows(() => ({ shop: shop(), admin: stage().admin })),
    ...finderRows(shop),
    ...categoryRows(shop),
    ...staffRows(shop),
    ...stockRows(shop),
    ...editRows(shop),
    ...basketRows(shop),
    ...pictureBatchRows(shop),
    ...orderDeskRows(() => ({ shop: shop(), admin: stage().admin })),
    'GET /exports/:kind': at('/exports/parts?limit=2'),
    'GET /exports/:kind/file': at('/exports/parts/file'),
    'GET /exports/:kind/workbook': at('/exports/stock/workbook'),
    'GET /export-sources': at('/export-sources'),
    'GET /exports/:kind/columns': at('/exports/parts/columns'),
    ...companyRows(() => ({ shop: shop(), admin: stage().admin })),
    ...customerRows(shop),
    ...priceRows(() => ({ shop: shop(), admin: stage().admin })),
    'GET /reports/:report': at('/reports/orders?limit=2'),
    'GET /reports/:report/file': at('/reports/orders/file'),
    'GET /settings': at('/settings'),
    'GET /tax-classes': at('/tax-classes'),
    'PUT /settings': { sample: async () => ({ path: '/settings', body: { settings: { SHOP_PHONE: '+1 555' } } }) },
    'GET /content-entries': at('/content-entries'),
    'GET /content-documents': at('/content-documents'),
    'GET /content-documents/:name': at('/content-documents/page:contact'),
    'DELETE /content-entries/:name': at('/content-entries/page:jobs?version=0'),
    'PUT /content-entries/:name': {
      sample: async () => ({ path: '/content-entries/hero', body: { value: null, version: 0 } }),
    },
    'PUT /shop-logo': { sample: async () => ({ path: '/shop-logo', body: { img: null, version: 0 } }) },
    'GET /mail-texts': at('/mail-texts'),
    'GET /home-lists': at('/home-lists'),
    'GET /content': at('/content'),
    'GET /content/pages/:slug': at('/content/pages/terms-of-use'),
    'GET /blog': at('/blog'),
    'GET /blog/:slug': at('/blog/why-write-unit-tests'),
    'GET /portfolio': at('/portfolio'),
    'GET /config': at('/config'),
    'GET /review': at('/review'),
    'GET /reviews': at('/reviews'),
    'GET /tools/:id/reviews': { sample: async () => ({ path: `/tools/${await createTool(shop())}/reviews` }) },
    'POST /review': { sample: async () => ({ path: '/review', body: await reviewOfAnybody(stage().people()) }) },
    'GET /review/mine': at('/review/mine'),
    'GET /allReviews': at('/allReviews?state=waiting'),
    'PUT /reviews/:id/state': {
      async sample() {
        const author = await createPerson(shop())
        const { body } = await author.call('POST', '/review', await reviewBy(author))
        return { path: `/reviews/${body.insertedId}/state`, body: { state: 'refused', version: 1 } }
      },
    },
    'POST /images': { sample: async () => ({ path: '/images', body: pictureForm(await smallPicture()) }) },
    ...orderRows(() => ({ shop: shop(), admin: stage().admin })),
    'GET /audit': at('/audit?limit=2'),
    ...importRows(() => ({ shop: shop(), admin: stage().admin })),
    'POST /webhooks/payments': {
      async sample() {
        const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'test', created: 1, data: { object: {} } })
        return { path: '/webhooks/payments', body, headers: { 'stripe-signature': signed(body) } }
      },
    },
  }
}

export function signed(body: string): string {
  const time = Math.floor(Date.now() / 1000)
  const key = sandboxSecrets.webhookSecret
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}
