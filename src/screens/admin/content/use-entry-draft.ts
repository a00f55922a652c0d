import { useState } from 'react'
import { useAccount } from '#parts/accounts'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import type { EntryValue } from './entry-fields.tsx'

/** Typed on top of a version: whoever saves meanwhile is not written over unseen. A new entry has an address, and version 0. */
export type EntryDraft = { value: EntryValue; version: number; address?: string | undefined }

const keyOf = (name: string, email: string) => `content-draft:${name}:${email}`

/** Whether something typed into an entry was kept when it was first shown. */
export function useHasDraft(name: string): boolean {
  const { email } = useAccount()
  const [has] = useState(() => readStored(keyOf(name, email)) !== undefined)
  return has
}

/** What is typed into an entry, kept for this tab and for the account that typed it. Undefined says that nothing is, any more. */
export function useEntryDraft(name: string) {
  const { email } = useAccount()
  const key = keyOf(name, email)
  const [draft, setDraft] = useState(() => readStored(key))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const keep = (next: EntryDraft | undefined) => {
    setDraft(next)
    if (next) return keepDraft(key, { typed: JSON.stringify(next) })
    setRestored(false)
    dropDraft(key)
  }
  return { draft, keep, isRestored }
}

function readStored(key: string): EntryDraft | undefined {
  const { typed } = readDraft(key, ['typed'])
  return typed === undefined ? undefined : (JSON.parse(typed) as EntryDraft)
}
