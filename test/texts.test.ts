import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { accountsTexts } from '../src/modules/accounts/accounts.texts.ts'
import { productTexts } from '../src/screens/admin/products/products.texts.ts'
import { ordersTexts } from '../src/modules/ordering/orders/orders.texts.ts'
import { paymentsTexts } from '../src/modules/ordering/payments/payments.texts.ts'
import { reviewsTexts } from '../src/modules/reviews/reviews.texts.ts'
import { root } from './generated/register.ts'

/** Words between two tags, or in an attribute that is read out: they would be out of a translator's reach. */
const between = /[\w"'}]>\s*([A-Z][a-z]+[^<>{}=;]*)<\//g
const readOut = /\b(?:aria-label|alt|title|placeholder|label|hint)="([^"{]*[a-z]{2}[^"]*)"/g

it('[D1.12] no screen has a sentence of its own: they stand in the tables of their features', () => {
  const screens = globSync('src/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] })
  expect(screens.length).toBeGreaterThan(50)
  const found = screens.flatMap(file => {
    const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    return [...source.matchAll(between), ...source.matchAll(readOut)].map(([, words]) => `${file}: ${words}`)
  })
  expect(found).toEqual([])
  expect(globSync('src/{modules,screens}/**/*.texts.ts', { cwd: root }).length).toBeGreaterThanOrEqual(6)
})

it('the search for sentences finds one', () => {
  expect([...'<p className="a">Hello there</p>'.matchAll(between)]).toHaveLength(1)
  expect([...'<img alt="A brake disc" />'.matchAll(readOut)]).toHaveLength(1)
})

it.each([
  ['[S7.18]', ordersTexts.deleted('Relay'), 'Tools : Relay successfully Deleted'],
  ['[S7.09 S8.07]', productTexts.deleted('Relay'), 'Tools : Relay successfully Deleted'],
  ['[S4.04]', ordersTexts.deleteQuestion('Relay'), 'Are you sure you want to delete Relay ?'],
  ['[S7.13]', ordersTexts.added('Relay'), 'Relay added to your orders'],
  ['[S8.06]', paymentsTexts.page.success, 'Yooooooo ! your payment is success'],
  ['[S7.24]', reviewsTexts.thanks, 'Hey 👋, Thanks for your Review'],
  ['[S7.26]', accountsTexts.profileUpdated, 'Hey 👋, Your profile is updated'],
  ['[S8.03]', accountsTexts.madeAdmin, 'Successfully made an admin'],
  ['[S8.02]', accountsTexts.failedToMakeAdmin, 'Failed to make a admin'],
  ['[S7.07 D6.07]', productTexts.added, 'Hey 👋, A New Tool is added'],
])('%s is said word for word: %s', (_number, said, specified) => expect(said).toBe(specified))

/** What was shown once, and made a native speaker stumble: phrases put together as another language would. */
const stumbles = [
  /go on shopping/i,
  /comes along/,
  /courier may call it/,
  /price for one/i,
  /`To choose \(/,
  /`Take \$\{/,
  /what differs/i,
  /as many as the last/,
  /see everything/i,
  /\bSundarban\b/,
  /\bno such \w+ any more/i,
  /has this name by now/,
  /the shop believed/i,
  /This is no (?:CSV|ZIP|PDF)/,
  /'Go on'/,
  /looking whose/i,
]

it('no sentence is worded as a native speaker who sells parts would not say it (finding 24)', () => {
  const files = globSync('src/**/{*.texts,refusals.rules}.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(80)
  const met = files.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return stumbles.filter(phrase => phrase.test(text)).map(phrase => `${file}: ${phrase}`)
  })
  expect(met).toEqual([])
})
