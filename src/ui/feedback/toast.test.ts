import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messagesKey } from './messages-key.ts'

const stored = new Map<string, string>()
let page: EventTarget

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  // Node has none; nothing is shown here.
  vi.stubGlobal('reportError', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Another document: nothing but the storage is as it was. */
async function nextPage() {
  vi.resetModules()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  const messages = await import('./toast.ts')
  messages.carryMessages()
  return messages
}
const leave = () => void page.dispatchEvent(new Event('pagehide'))
const carried = () =>
  (JSON.parse(stored.get(messagesKey) ?? '[]') as { message: string }[]).map(({ message }) => message)

it('a message is left to the next page, and by that one to no other, however soon it goes (finding 35)', async () => {
  const { toastSuccess } = await nextPage()
  toastSuccess('Saved')
  leave()
  expect(carried()).toEqual(['Saved'])
  const { toastNotice } = await nextPage()
  toastNotice('Of its own')
  leave()
  expect(carried()).toEqual(['Of its own'])
  await nextPage()
  leave()
  expect(carried()).toEqual([])
})
