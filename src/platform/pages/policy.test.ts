import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Inline, policyOf } from './policy.server.ts'

const hosts = { script: ['https://js.example'], frame: [], connect: ['https://api.example'], image: [] }
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const directive = (inline: Inline, name: string) =>
  policyOf(inline, hosts)
    .split('; ')
    .find(part => part.startsWith(`${name} `))

it('names what the shop has put in by its hash, each once, and nothing else', () => {
  const inline = { scripts: ['one()', 'two()\n', 'one()'] }
  expect(directive(inline, 'script-src')).toBe(
    `script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')} https://js.example`,
  )
  expect(directive(inline, 'style-src')).toBe("style-src 'self'")
})

it('allows nothing inline where nothing is, and no picture of another host', () => {
  const inline = { scripts: [] }
  expect(directive(inline, 'script-src')).toBe("script-src 'self' https://js.example")
  expect(directive(inline, 'style-src')).toBe("style-src 'self'")
  expect(directive(inline, 'connect-src')).toBe("connect-src 'self' https://api.example")
  expect(directive(inline, 'img-src')).toBe("img-src 'self' data: blob:")
})

it('of a page that one person gets, allows the scripts that carry its word', () => {
  expect(directive({ nonce: 'n-1' }, 'script-src')).toBe("script-src 'self' 'nonce-n-1' https://js.example")
})
