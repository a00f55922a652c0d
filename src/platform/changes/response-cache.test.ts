import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { linear } from '#test/linear'
import { type Answer, addressWith, bestEncoding, createResponseCache, matches, seal } from './response-cache.server.ts'

const answerOf = (text: string, status = 200): Answer => ({ status, headers: {}, body: Buffer.from(text) })

/** A cache over changes that a test makes, and a kitchen that tells how often it cooked. */
function kitchen(mostBytes = 1_000_000) {
  const changed = new Map<string, number>()
  const state = { latest: 1, isFollowing: true, ms: 0 }
  const change = (topic: string) => void changed.set(topic, ++state.latest)
  const origins: string[] = []
  const changes = {
    latest: () => state.latest,
    isFollowing: () => state.isFollowing,
    hasChanged: (topics: Iterable<string>, since: number) =>
      [...topics].some(topic => (changed.get(topic) ?? 0) > since),
  }
  const cache = createResponseCache({
    changes,
    now: () => new Date(state.ms),
    mostBytes,
    onAnswer: from => origins.push(from),
  })
  const made: string[] = []
  const ask = async (key: string, { status = 200, of = ['bread'] } = {}) => {
    const sealed = await cache.answer(key, async topics => {
      for (const topic of of) topics.add(topic)
      made.push(key)
      return answerOf(`${key} ${made.length}`, status)
    })
    return (await sealed.bytes()).toString()
  }
  return { state, change, cache, made, origins, ask }
}

describe('the response cache', () => {
  it('makes an answer anew when something that it is made of has changed, and only then', async () => {
    const { change, ask, origins } = kitchen()
    expect(await ask('a', { of: ['bread', 'butter'] })).toBe('a 1')
    change('salt')
    expect(await ask('a')).toBe('a 1')
    change('butter')
    expect(await ask('a', { of: ['bread'] })).toBe('a 2')
    change('butter')
    expect(await ask('a')).toBe('a 2')
    expect(origins).toEqual(['made', 'kept', 'made', 'kept'])
  })

  it('makes an answer anew after ten minutes, because some of what is shown depends on the day', async () => {
    const { state, ask } = kitchen()
    expect(await ask('a')).toBe('a 1')
    state.ms = 599_999
    expect(await ask('a')).toBe('a 1')
    state.ms = 600_000
    expect(await ask('a')).toBe('a 2')
  })

  it('makes it once for many who ask at the same time', async () => {
    const { made, ask } = kitchen()
    expect(await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])).toEqual(['a 1', 'a 1', 'b 2', 'a 1'])
    expect(made).toEqual(['a', 'b'])
  })

  it('keeps nothing, and gives out nothing kept, while changes would not be heard of', async () => {
    const { state, ask } = kitchen()
    expect(await ask('a')).toBe('a 1')
    state.isFollowing = false
    expect(await ask('a')).toBe('a 2')
    state.isFollowing = true
    expect(await ask('a')).toBe('a 1')
  })

  it('makes it once for many who ask at the same time, then too', async () => {
    const { state, made, ask } = kitchen()
    state.isFollowing = false
    expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a 1', 'a 1'])
    expect(made).toEqual(['a'])
  })

  it('does not keep what could not be read whole', async () => {
    const { cache, ask } = kitchen()
    const sealed = await cache.answer('a', async () => ({ ...answerOf('half'), isPartial: true }))
    expect((await sealed.bytes()).toString()).toBe('half')
    expect(await ask('a')).toBe('a 1')
  })

  it('does not keep what was made while something changed, nor lets later ones wait for it', async () => {
    const { change, cache, ask } = kitchen()
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const early = cache.answer('a', topics => {
      topics.add('bread')
      return promise
    })
    change('bread')
    expect(await ask('a')).toBe('a 1')
    resolve(answerOf('of before'))
    expect((await (await early).bytes()).toString()).toBe('of before')
    expect(await ask('a')).toBe('a 1')
  })

  it('keeps no answer but a good one, and makes a failed one again', async () => {
    const { cache, ask } = kitchen()
    expect(await ask('a', { status: 404 })).toBe('a 1')
    expect(await ask('a')).toBe('a 2')
    const failing = cache.answer('b', () => Promise.reject(new Error('away')))
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
  it.each([200, 20_000])('packs once for each encoding, and tags the same bytes alike: %i words', async words => {
    const text = 'brake pad '.repeat(words)
    const sealed = seal(answerOf(text))
    expect(sealed.bytes('br')).toBe(sealed.bytes('br'))
    expect(brotliDecompressSync(await sealed.bytes('br')).toString()).toBe(text)
    expect(gunzipSync(await sealed.bytes('gzip')).toString()).toBe(text)
    expect(sealed.etag).toMatch(/^W\/"[\w-]+"$/)
    expect(seal(answerOf(text)).etag).toBe(sealed.etag)
    expect(seal(answerOf(`${text}.`)).etag).not.toBe(sealed.etag)
  })

  it('holds what was asked for, and the plain bytes no more once they are packed', async () => {
    const text = 'brake pad '.repeat(200)
    const sealed = seal(answerOf(text))
    expect(sealed.held()).toBe(2000)
    const packed = await sealed.bytes('br')
    expect(sealed.held()).toBe(packed.length)
    const zipped = await sealed.bytes('gzip')
    expect(gunzipSync(zipped).toString()).toBe(text)
    expect((await sealed.bytes()).toString()).toBe(text)
    expect((await sealed.bytes()).toString()).toBe(text)
    expect(sealed.held()).toBe(packed.length + zipped.length)
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

  it('does not look through thousands of names for each of them', () => {
    const unknown = Array.from({ length: 40_000 }, (_, at) => `${at}`).join('&')
    expect(linear(() => addressWith(`/shop?${unknown}&q=pads`, names))).toBe('/shop?q=pads')
  })
})
