import { describe, expect, it } from 'vitest'
import { AppCode, RecoveryCode, setupKeyOf } from './accounts.second-factor.rules.ts'

describe('codes, as people type them', () => {
  it('are taken with the spaces that apps show', () => {
    expect(AppCode.parse({ code: ' 123 456 ' })).toEqual({ code: '123456' })
  })

  it.each(['12345', '1234567', '12345a', ''])('of an app have six digits: not %j', code => {
    expect(AppCode.safeParse({ code }).error?.issues[0]?.message).toBe('Type the 6 digits that the app shows.')
  })

  it.each(['abcde-23456', 'ABCDE 23456', 'abcde23456', ' abcde – 23456 '])('of recovery may be %j', code => {
    expect(RecoveryCode.parse({ code })).toEqual({ code: 'abcde-23456' })
  })

  it.each(['abcde-2345', 'abcde-234567', ''])('of recovery have ten signs: not %j', code => {
    expect(RecoveryCode.safeParse({ code }).success).toBe(false)
  })
})

it('the setup key stands in groups of four', () => {
  expect(setupKeyOf('otpauth://totp/Tappet:a%40b.example?secret=ABCDEFGHIJ&issuer=Tappet')).toBe('ABCD EFGH IJ')
  expect(setupKeyOf('otpauth://totp/Tappet')).toBeUndefined()
})
