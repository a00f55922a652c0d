import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { kitTexts } from '#ui/kit.texts.ts'
import { LogIn, SignUp, loginPath, safeReturnPath, signInKinds, signInSentence } from './sign-in.rules.ts'
import { signInTexts, triesTexts } from './sign-in.texts.ts'

const shop = 'https://shop.example'

describe('safeReturnPath', () => {
  it.each([
    '/',
    '/purchase/0190?quantity=5',
    '/dashboard/order',
    '/shop?category=brakes&after=2#list',
    '/shop?next=//evil.example',
    '/shop/0190/brake-disc-302-mm',
    '/shop/0190/%E6%9C%BA',
  ])('keeps %j', path => expect(safeReturnPath(path)).toBe(path))

  it('takes dots out of a path', () => expect(safeReturnPath('/shop/../dashboard?a=b')).toBe('/dashboard?a=b'))

  it.each([
    undefined,
    null,
    '',
    ' ',
    'evil',
    'evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/shop\\..\\..\\evil',
    'https://evil.example/',
    'HTTPS:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '%2f%2fevil.example',
    '/%2f%2fevil.example',
    '/%2Fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/shop/..//evil.example',
    '/@evil.example:80:80//\\',
    'http://shop.invalid//evil.example',
    '/login',
    '/Login/',
    '/login//',
    '/login?from=/login',
    '/signUp?from=/dashboard',
  ])('sends %j home', target => expect(safeReturnPath(target)).toBe('/'))

  it('[D3.09] stays in the shop, whatever it is given', () => {
    const nasty = fc.stringMatching(/^[/\\.%a-f025:@?#\t\n \u00a0-]{0,12}$/)
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string(), fc.webUrl()), target => {
        const path = safeReturnPath(target)
        expect(new URL(path, shop).origin).toBe(shop)
        expect(path).toMatch(/^\/(?![/\\])/)
        // What went through once goes through again unchanged: the address bar, the login page, the way back.
        expect(safeReturnPath(path)).toBe(path)
      }),
      { numRuns: 5000 },
    )
  }, 60_000)
})

describe('the way to the login page and back', () => {
  it('[D3.08] brings the query back', () => {
    const here = '/purchase/0190?quantity=5&note=a%20b#form'
    const from = new URL(loginPath(here), shop).searchParams.get('from')
    expect(safeReturnPath(from)).toBe(here)
  })
  it('[S2.07] remembers nothing for the home page', () => expect(loginPath('/')).toBe('/login'))
  it('[S2.07] leads home who came from nowhere', () => {
    const from = new URL(loginPath('/'), shop).searchParams.get('from')
    expect([from, undefined, ''].map(safeReturnPath)).toEqual(['/', '/', '/'])
  })
})

describe('signInSentence', () => {
  it('says of a shop out of reach what every other screen says of it', () => {
    expect(signInSentence('network-request-failed')).toBe(kitTexts.unreachable)
  })

  it.each(signInKinds)(
    '[S8.10 S8.11 S8.13 S8.14 S8.15 S8.16 S8.17 S8.18 S8.19 S8.20 S8.21] has a sentence of its own for %s',
    code => {
      const others = signInKinds.filter(other => other !== code).map(other => signInTexts[other])
      expect(signInSentence(code)).toMatch(/\.$/)
      expect(others).not.toContain(signInSentence(code))
    },
  )
  it.each([
    [1, 'Wait a minute and try again'],
    [15, 'Wait 15 minutes and try again'],
  ])('says how long too many tries bar the way: %d', (minutes, wait) => {
    expect(triesTexts.passwords(minutes)).toContain(wait)
    expect(triesTexts.requests(minutes)).toContain(wait)
  })
  it('shows what the service says of a code that is not known', () => {
    expect(signInSentence('NEW_CODE', 'The service says so.')).toBe('The service says so.')
  })
  it('never shows nothing', () => expect(signInSentence(undefined, '')).toBe(signInTexts['internal-error']))
  it('is not fooled by names that every object has', () => {
    expect(signInSentence('constructor', 'The service says so.')).toBe('The service says so.')
  })
})

describe('the forms', () => {
  const messagesOf = (schema: z.ZodMiniType, input: unknown) =>
    z.safeParse(schema, input).error?.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`) ?? []

  it('[S5.01 S5.03 S5.05] say what the specification says of empty fields', () => {
    expect(messagesOf(SignUp, {})).toEqual([
      'name: Name is required',
      'email: Email is required',
      'password: Password is required',
    ])
    expect(messagesOf(LogIn, { email: '', password: '' })).toEqual(
      expect.arrayContaining(['email: Email is required', 'password: Password is required']),
    )
  })
  it('[S5.02 S5.04 S9.01] say what the specification says of wrong ones', () => {
    expect(messagesOf(LogIn, { email: 'nobody', password: '12345' })).toEqual([
      'email: Provide a valid Email',
      'password: Password must be 6 characters',
    ])
  })
  it('never trim a password', () => {
    expect(z.parse(LogIn, { email: ' A@B.example ', password: ' 12345 ' })).toEqual({
      email: 'a@b.example',
      password: ' 12345 ',
    })
  })
})
