import { expect, it } from 'vitest'
import { isLink } from './links.rules.ts'

it.each([
  '/',
  '/shop',
  '/shop?category=filters&sort=price',
  '/shop/c/brakes/brake-pads',
  '/pages/terms-of-use#liability',
  '/blog/why-write-unit-tests',
  'https://example.com',
  'https://example.com/a?b=c#d',
])('a link may lead to %s', to => expect(isLink(to)).toBe(true))

it.each([
  '',
  'shop',
  '//evil.example/shop',
  '/\\evil.example',
  '/shop/\tx',
  '/dashboard/settings',
  '/api/tools',
  '/images/x.webp',
  '/dev/mail',
  'http://example.com',
  'HTTPS://example.com',
  'https:/example.com',
  'https://user@example.com',
  'https://',
  'javascript:alert(1)',
  ' https://example.com',
  'data:text/html,x',
])('a link may not lead to %j', to => expect(isLink(to)).toBe(false))
