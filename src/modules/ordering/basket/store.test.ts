import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '#ui/calls/call-failed.ts'
import { addToBasket, storeLines, storedLines } from './store.ts'

const idOf = (at: number) => `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`
const linesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ({ tools_id: idOf(from + at), quantity: 1 }))

/** Local storage with room for so many characters; none where a browser keeps nothing. */
function storageWith(room: number): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const things = new Map<string, string>()
  return {
    getItem: key => things.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      things.set(key, value)
    },
    removeItem: key => void things.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('StorageEvent', Event)
  vi.stubGlobal('localStorage', storageWith(1_000_000))
  storeLines([])
})
afterEach(() => vi.unstubAllGlobals())

describe('the basket of a visitor', () => {
  it('takes no more lines than a basket has, and keeps those that were there', async () => {
    await addToBasket(linesOf(0, 300), 'one')
    const adding = addToBasket(linesOf(300, 600), 'other')
    await expect(adding).rejects.toThrow(
      new CallFailed({
        code: 'basket-full',
        status: 409,
        message: 'A basket has at most 500 lines. Order what is in it first, or take something out.',
      }),
    )
    expect(storedLines()).toHaveLength(300)
  })

  it('takes no more units than a line has, also where they come together', async () => {
    const add = (quantity: number) => addToBasket([{ tools_id: idOf(1), quantity }], 'one')
    await add(3)
    for (const tooMany of [4_006_381_333_931, 999_998]) {
      await expect(add(tooMany)).rejects.toThrow('A line of a basket has at most 1,000,000 units. Lower the quantity.')
    }
    expect(storedLines()).toMatchObject([{ quantity: 3 }])
  })

  it('says so where the browser does not keep it, and is then as it was', async () => {
    vi.stubGlobal('localStorage', storageWith(150))
    await addToBasket(linesOf(0, 1), 'one')
    const sentence =
      'This browser does not let the shop remember you. Allow site data, or leave the private window, and'
    await expect(addToBasket(linesOf(1, 2), 'other')).rejects.toThrow(sentence)
    expect(storedLines()).toHaveLength(1)
    vi.stubGlobal('localStorage', undefined)
    await expect(addToBasket(linesOf(1, 2), 'other')).rejects.toThrow(sentence)
  })
})
