import { describe, expect, it } from 'vitest'
import { changesOf } from './audit.rules.ts'

describe('changesOf', () => {
  it('lists what differs, and what only one side has', () => {
    expect(changesOf({ role: 'customer', name: 'A', gone: 1 }, { role: 'admin', name: 'A', made: [1] })).toEqual([
      { field: 'role', before: 'customer', after: 'admin' },
      { field: 'gone', before: 1, after: undefined },
      { field: 'made', before: undefined, after: [1] },
    ])
  })

  it('lists all of what was made, and of what is gone', () => {
    expect(changesOf(null, { a: 1 })).toEqual([{ field: 'a', before: undefined, after: 1 }])
    expect(changesOf({ a: 1 }, null)).toEqual([{ field: 'a', before: 1, after: undefined }])
  })

  it('is empty without states, and for equal ones', () => {
    expect(changesOf(null, null)).toEqual([])
    expect(changesOf({ list: [{ a: 1 }] }, { list: [{ a: 1 }] })).toEqual([])
  })
})
