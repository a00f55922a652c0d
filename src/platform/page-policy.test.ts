import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyOf } from './page-policy.server.ts'

const hosts = { script: ['https://js.example'], frame: [], connect: ['https://api.example'] }
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const directive = (html: string, name: string) =>
  policyOf(html, hosts)
    .split('; ')
    .find(part => part.startsWith(`${name} `))

it('names what is inline by its hash, each once, and nothing else', () => {
  const html =
    '<head><style>a{}</style></head><body><script>one()</script><script type="module" async="">two()\n</script>' +
    '<script>one()</script><script src="/assets/x.js"></script><script type="application/ld+json">{"a":1}</script></body>'
  expect(directive(html, 'script-src')).toBe(
    `script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')} https://js.example`,
  )
  expect(directive(html, 'style-src')).toBe(`style-src 'self' ${hashOf('a{}')}`)
})

it('allows nothing inline where nothing is', () => {
  expect(directive('<p>text</p>', 'script-src')).toBe("script-src 'self' https://js.example")
  expect(directive('<p>text</p>', 'style-src')).toBe("style-src 'self'")
  expect(directive('<p>text</p>', 'connect-src')).toBe("connect-src 'self' https://api.example")
})

it('names what the page will put into itself, once', () => {
  const policy = policyOf('<script>one()</script>', hosts, ['later()', 'one()'])
  expect(policy).toContain(`script-src 'self' ${hashOf('one()')} ${hashOf('later()')} https://js.example`)
})
