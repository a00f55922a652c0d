import { encodeQR } from 'qr'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { AppCode, RecoveryCode, qrOutline, setupKeyOf } from './second-factor.rules.ts'

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
  for (const none of ['otpauth://totp/Tappet', 'otpauth://totp/Tappet?secret=', 'ABCDEFGHIJ'])
    expect(setupKeyOf(none)).toBeUndefined()
})

/** The picture that a browser makes of an outline, each square `scale` points wide: four bytes a point. */
function pictureOf(outline: string, size: number, scale = 4) {
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y, length] of outline.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const from = (row * width + Number(x) * scale) * 4
      data.fill(0, from, from + Number(length) * scale * 4)
    }
  }
  return { width, height: width, data }
}

it('a run of dark squares is one box, up to the edge', () => {
  expect(qrOutline([[true, true, false, true], [false]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z')
})

it('a camera reads from the QR code what was put into it', () => {
  const address = `otpauth://totp/Tappet:${'a-long-name'.repeat(4)}%40example.com?secret=${'ABCD2345'.repeat(6)}&issuer=Tappet`
  const squares = encodeQR(address, 'raw', { ecc: 'medium', border: 4 })
  const outline = qrOutline(squares)
  expect(outline.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
  expect(decodeQR(pictureOf(outline, squares.length))).toBe(address)
})
