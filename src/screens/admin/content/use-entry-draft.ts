import { useState } from 'react'
import { useAccount } from '#parts/accounts'
import { dropDraft, keepDraft, readDraft } from '#ui/controls/draft.ts'
import type { EntryValue } from './entry-fields.tsx'

/** Typed on top of a version: whoever saves meanwhile is not written over unseen. A new entry has an address, and version 0. */
export type EntryDraft = { value: EntryValue; version: number; address?: string | undefined }

/** What is typed into an entry, kept for this tab and for the account that typed it. Undefined says that nothing is, any more. */
export function useEntryDraft(name: string) {
  const { email } = useAccount()
  const key = `content-draft:${name}:${email}`
  const [draft, setDraft] = useState(() => readKept(key))
  const [isRestored, setRestored] = useState(draft !== undefined)
  const keep = (next: EntryDraft | undefined) => {
    setDraft(next)
    if (next) return keepDraft(key, { typed: JSON.stringify(next) })
    setRestored(false)
    dropDraft(key)
  }
  return { draft, keep, isRestored }
}

function readKept(key: string): EntryDraft | undefined {
  const { typed } = readDraft(key, ['typed'])
  return typed === undefined ? undefined : (JSON.parse(typed) as EntryDraft)
}
