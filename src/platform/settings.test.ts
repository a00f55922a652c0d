import { describe, expect, it } from 'vitest'
import { isLoopback } from './settings.server.ts'

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])('is true of %s', host =>
    expect(isLoopback(host)).toBe(true),
  )

  it.each(['0.0.0.0', '::', '10.0.0.1', 'shop.example', 'localhost.evil.example', '127.0.0.1.evil.example', ''])(
    'is false of %j',
    host => expect(isLoopback(host)).toBe(false),
  )
})
