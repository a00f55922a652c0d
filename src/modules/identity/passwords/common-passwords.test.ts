import { describe, expect, it } from 'vitest'
import { isCommonPassword, requireOwnPassword } from './common-passwords.server.ts'

describe('a password that guessers try first (finding 37)', () => {
  it.each(['123456', '654321', '000000', 'aaaaaa', 'abcabc', '121212', 'qwerty', 'Qwerty12', 'Password', 'password!'])(
    'is refused: %s',
    password => expect(isCommonPassword(password)).toBe(true),
  )
  it.each(['PASSWORD2026', 'iloveyou1', 'letmein', 'asdfgh', 'abcdef', 'toyota99'])('is refused: %s', password =>
    expect(isCommonPassword(password)).toBe(true),
  )
  it.each(['tk4-vq', 'a long test password', 'blue-piston', 'Kolben22x', 'öäüß€!', '7h3w4l'])(
    'is another: %s',
    password => expect(isCommonPassword(password)).toBe(false),
  )
})

it('one’s own address is no password, whole or before its @ (finding 37)', () => {
  const refusal = (password: string) => () => requireOwnPassword(password, 'padma.k@example.com')
  for (const password of ['padma.k@example.com', 'Padma.K@Example.com', 'PADMA.K'])
    expect(refusal(password)).toThrow('Your email address is no secret')
  expect(refusal('padma likes pistons')).not.toThrow()
})
