import { describe, expect, it } from 'vitest'
import { bytesIn } from '#test/tables/letters'
import { listOf, listsInOtherLetters } from '#test/tables/lists-in-letters'
import { readingsOf } from './likely-letters.ts'

describe('of a list whose letters are open', () => {
  it.each(listsInOtherLetters)(
    'in %s the right reading comes first, and is the likely one',
    (name, encoding, ...list) => {
      const { readings, likely } = readingsOf(bytesIn(encoding, listOf(...list)))
      expect(readings[0]?.encoding).toBe(encoding)
      expect(readings.length).toBeGreaterThan(1)
      expect(readings.flatMap(({ samples }) => samples).join('')).not.toContain('\ufffd')
      // One sign alone, beside each amount, may be of several.
      expect(likely).toBe(name.includes('without its own signs') ? undefined : encoding)
    },
  )

  it.each([
    // ブレーキパッド フロント;オイルフィルター;価格
    ['shift_jis', '8375838c815b834c837083628368208374838d839383673b83498343838b83748342838b835e815b3b89bf8a69'],
    // 브레이크 패드 앞;오일 필터;가격
    ['euc-kr', 'baeab7b9c0ccc5a920c6d0b5e520bed53bbfc0c0cf20c7cac5cd3bb0a1b0dd'],
    // 机油滤清器;前制动盘 2件;后轴承;价格;产品型号
    ['gb18030', 'bbfad3cdc2cbc7e5c6f73bc7b0d6c6b6afc5cc2032bcfe3bbaf3d6e1b3d03bbcdbb8f13bb2fac6b7d0cdbac5'],
    // 機油濾清器;前制動盤;產品型號;價格
    ['big5', 'bef7aa6fc26fb24dbeb93bab65a8eeb0cabd4c3bb2a3ab7eabacb8b93bbbf9aee6'],
  ])('in %s too', (encoding, bytes) => {
    expect(readingsOf(Buffer.from(bytes, 'hex')).readings[0]?.encoding).toBe(encoding)
  })

  it('none is likelier where a few letters fit several', () => {
    expect(readingsOf(bytesIn('windows-1250', 'Nr;Cena\nA-1;12 Kč\n')).likely).toBeUndefined()
    expect(readingsOf(bytesIn('windows-1254', 'Nr;Ad\nA-1;Göbek\nA-2;Kül\n')).likely).toBeUndefined()
  })

  it('up to five cells show what differs, each in its place and once', () => {
    const lines = ['Номер;Название', 'A-1;"Диск"', 'A-2;Диск', 'A-3;Лампа', 'A-4;Насос', 'A-5;Ремень', 'A-6;Свеча']
    const { readings } = readingsOf(bytesIn('windows-1251', lines.join('\r\n')))
    expect(readings[0]).toEqual({
      encoding: 'windows-1251',
      samples: ['Номер', 'Название', 'Диск', 'Лампа', 'Насос'],
    })
    expect(readings.find(({ encoding }) => encoding === 'windows-1252')?.samples[2]).toBe('Äèñê')
  })
})
