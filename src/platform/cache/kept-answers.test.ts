import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Answer, addressWith, bestEncoding, keepAnswers, matches, seal } from './kept-answers.server.ts'

const answerOf = (text: string, status = 200): Answer => ({ status, headers: {}, body: Buffer.from(text) })

/** A version that a test sets, and a kitchen that tells how often it cooked. */
function kitchen(mostBytes = 1_000_000) {
  const version: { now: number | undefined } = { now: 1 }
  const keeper = keepAnswers({ current: () => version.now, latest: () => version.now ?? 0 }, mostBytes)
  const made: string[] = []
  const ask = async (key: string, status = 200) => {
    const sealed = await keeper.answer(key, async () => {
      made.push(key)
      return answerOf(`${key} ${made.length}`, status)
    })
    return sealed.body.toString()
  }
  return { version, keeper, made, ask }
}

describe('keepAnswers', () => {
  it('makes an answer once for a version, and anew for the next', async () => {
    const { version, ask } = kitchen()
    expect(await ask('a')).toBe('a 1')
    expect(await ask('a')).toBe('a 1')
    version.now = 2
    expect(await ask('a')).toBe('a 2')
  })

  it('makes it once for many who ask at the same time', async () => {
    const { made, ask } = kitchen()
    expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual(['a 1', 'a 1', 'b 2', 'a 1'])
    expect(made).toEqual(['a', 'b'])
  })

  it('keeps nothing, and gives out nothing kept, while changes would not be heard of', async () => {
    const { version, ask } = kitchen()
    expect(await ask('a')).toBe('a 1')
    version.now = undefined
    expect(await ask('a')).toBe('a 2')
    version.now = 1
    expect(await ask('a')).toBe('a 1')
  })

  it('makes it once for many who ask at the same time, then too', async () => {
    const { version, made, ask } = kitchen()
    version.now = undefined
    expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1'])
    expect(made).toEqual(['a'])
  })

  it('does not keep what could not be read whole', async () => {
    const { keeper, ask } = kitchen()
    const sealed = await keeper.answer('a', async () => ({ ...answerOf('half'), isPartial: true }))
    expect(sealed.body.toString()).toBe('half')
    expect(await ask('a')).toBe('a 1')
  })

  it('does not keep what was made while something changed, nor lets later ones wait for it', async () => {
    const { version, keeper, ask } = kitchen()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const early = keeper.answer('a', () => promise)
    version.now = 2
    expect(await ask('a')).toBe('a 1')
    resolve(answerOf('of before'))
    expect((await early).body.toString()).toBe('of before')
    expect(await ask('a')).toBe('a 1')
  })

  it('keeps no answer but a good one, and makes a failed one again', async () => {
    const { keeper, ask } = kitchen()
    expect(await ask('a', 404)).toBe('a 1')
    expect(await ask('a')).toBe('a 2')
    const failing = keeper.answer('b', () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(await ask('b')).toBe('b 3')
  })

  it('lets go of what was used least lately when there is no more room', async () => {
    const { ask } = kitchen(2500)
    expect(await ask('a')).toBe('a 1')
    expect(await ask('b')).toBe('b 2')
    expect(await ask('a')).toBe('a 1')
    expect(await ask('c')).toBe('c 3')
    expect(await ask('a')).toBe('a 1')
    expect(await ask('b')).toBe('b 4')
  })
})

describe('seal', () => {
  it('packs once for each encoding, and tags the same bytes alike', async () => {
    const text = 'brake pad '.repeat(200)
    const sealed = seal(answerOf(text))
    expect(sealed.packed('br')).toBe(sealed.packed('br'))
    expect(brotliDecompressSync(await sealed.packed('br')).toString()).toBe(text)
    expect(gunzipSync(await sealed.packed('gzip')).toString()).toBe(text)
    expect(sealed.etag).toMatch(/^W\/"[\w-]+"$/)
    expect(seal(answerOf(text)).etag).toBe(sealed.etag)
    expect(seal(answerOf(`${text}.`)).etag).not.toBe(sealed.etag)
  })
})

describe('matches', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['W/"x"', true],
    ['"x"', true],
    ['"a", W/"x"', true],
    ['*', true],
    ['W/"xy"', false],
    ['x', false],
  ])('If-None-Match: %s', (header, isMatch) => expect(matches(header, 'W/"x"')).toBe(isMatch))
})

describe('bestEncoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.000, gzip; q=0', undefined],
    ['br;q=0.5', 'br'],
    ['brotli', undefined],
  ])('Accept-Encoding: %s', (header, encoding) => expect(bestEncoding(header)).toBe(encoding))
})

describe('addressWith', () => {
  const names = new Set(['q', 'brand'])

  it.each([
    ['/shop', '/shop'],
    ['/shop?utm_source=a', '/shop'],
    ['/shop?q=pads&utm_source=a&brand=B&brand=A', '/shop?brand=B&brand=A&q=pads'],
    ['/shop?brand=B&gclid=1&brand=A&q=pads&__proto__=x', '/shop?brand=B&brand=A&q=pads'],
    ['/shop?q=a?b&Q=c', '/shop?q=a%3Fb'],
  ])('says of %s what decides its answer (finding 29)', (address, decides) => {
    expect(addressWith(address, names)).toBe(decides)
  })
})
