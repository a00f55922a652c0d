import { describe, expect, it } from 'vitest'
import { deviceName, passkeyPlace } from './passkeys.rules.ts'

describe('where passkeys work', () => {
  it.each([
    ['https://shop.example', false, 'shop.example', 'https://shop.example'],
    ['https://shop.example:8443/', false, 'shop.example', 'https://shop.example:8443'],
    ['http://127.0.0.1:3000', true, 'localhost', 'http://localhost:3000'],
    ['http://[::1]:3000', true, 'localhost', 'http://localhost:3000'],
    ['https://4.shop.example', false, '4.shop.example', 'https://4.shop.example'],
    ['http://localhost:3000', false, 'localhost', 'http://localhost:3000'],
  ])('%s, reached by its own machine alone (%s): at %s', (url, loopbackOnly, host, origin) => {
    expect(passkeyPlace(url, { loopbackOnly })).toEqual({ host, origin })
  })

  it.each(['http://192.168.1.20:3000', 'https://192.168.1.20', 'https://[2001:db8::1]', 'http://shop.example'])(
    '%s: nowhere, because it is digits or in the clear',
    url => {
      expect(passkeyPlace(url, { loopbackOnly: false })).toBeUndefined()
    },
  )
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'Chrome on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Mobile Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Mac'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 OPR/125.0', 'Opera on Linux'],
  ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0', 'Samsung Internet on Android'],
  ['Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) CriOS/141.0 Safari/604.1', 'Chrome on iPad'],
  ['Mozilla/5.0 (X11; CrOS x86_64 16181.0.0) Chrome/141.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['something else', 'My device'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
