import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyOf, takeOwnScripts } from './policy.server.ts'

const hosts = { script: ['https://js.example'], frame: [], connect: ['https://api.example'], image: [] }
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const directive = (inline: { scripts: string[]; styles: string[] }, name: string) =>
  policyOf(inline, hosts)
    .split('; ')
    .find(part => part.startsWith(`${name} `))

it('names what the shop has put in by its hash, each once, and nothing else', () => {
  const inline = { scripts: ['one()', 'two()\n', 'one()'], styles: ['a{}'] }
  expect(directive(inline, 'script-src')).toBe(
    `script-src 'self' ${hashOf('one()')} ${hashOf('two()\n')} https://js.example`,
  )
  expect(directive(inline, 'style-src')).toBe(`style-src 'self' ${hashOf('a{}')}`)
})

it('allows nothing inline where nothing is, and no picture of another host', () => {
  const inline = { scripts: [], styles: [] }
  expect(directive(inline, 'script-src')).toBe("script-src 'self' https://js.example")
  expect(directive(inline, 'style-src')).toBe("style-src 'self'")
  expect(directive(inline, 'connect-src')).toBe("connect-src 'self' https://api.example")
  expect(directive(inline, 'img-src')).toBe("img-src 'self' data: blob:")
})

it('a script that somebody got into a page is not among the shop’s own (finding 41)', () => {
  const page =
    '<p><script>steal()</script><script nonce="guess">steal()</script></p><script nonce="n-1">go()</script>' +
    '<script nonce="n-1" type="module" async="">more()\n</script><script src="/a.js" nonce="n-1"></script>' +
    '<link rel="modulepreload" href="/a.js" nonce="n-1"/><script type="application/ld+json">{"a":1}</script>'
  const { html, scripts } = takeOwnScripts(page, 'n-1')
  expect(scripts).toEqual(['go()', 'more()\n'])
  expect(html).not.toContain('n-1')
  expect(html).toContain('<script type="module" async="">more()\n</script>')
  expect(policyOf({ scripts, styles: [] }, hosts)).not.toContain(hashOf('steal()'))
})
