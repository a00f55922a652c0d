import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyOf, withoutNonce } from './policy.server.ts'

const hosts = { script: ['https://js.example'], frame: [], connect: ['https://api.example'], image: [] }
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const directive = (scripts: readonly string[], name: string) =>
  policyOf(scripts, hosts)
    .split('; ')
    .find(part => part.startsWith(`${name} `))

it('names what the shop has put in by its hash, each once, and nothing else', () => {
  const inline = ['one()', 'two()\n', 'one()']
  expect(directive(inline, 'script-src')).toBe(
    `script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')} https://js.example`,
  )
  expect(directive(inline, 'style-src')).toBe("style-src 'self'")
})

it('allows nothing inline where nothing is, and no picture of another host', () => {
  const inline: string[] = []
  expect(directive(inline, 'script-src')).toBe("script-src 'self' https://js.example")
  expect(directive(inline, 'style-src')).toBe("style-src 'self'")
  expect(directive(inline, 'connect-src')).toBe("connect-src 'self' https://api.example")
  expect(directive(inline, 'img-src')).toBe("img-src 'self' data: blob:")
})

it('allows of a page that was made with a word on its scripts those alone, and the page goes without the word', () => {
  const html = '<script nonce="n-1">own()</script><script nonce="n-1" src="/a.js"></script><script>theirs()</script>'
  const own = withoutNonce(html, 'n-1')
  expect(own.scripts).toEqual(['own()'])
  expect(own.html).toBe('<script>own()</script><script src="/a.js"></script><script>theirs()</script>')
})
