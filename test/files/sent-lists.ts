import { expect } from 'vitest'
import { newId } from '#platform/context'
import { uploadPieceBytes } from '#rules/imports'
import { eventually } from '../eventually.ts'
import type { Person } from '../factories.ts'

/** An import as it is once nobody is at work on it. */
export const restedImport = (staff: Person, id: string) =>
  eventually(
    async () => (await staff.call('GET', `/imports/${id}`)).body,
    row => row.state !== 'staging' && row.asked === null,
    60_000,
  )

type List = { name: string; content: string | Uint8Array<ArrayBuffer> }

/** Sends a file piece by piece, as the page does. Returns what `POST /imports` wants to know of it. */
export async function sendFile(staff: Person, { name, content }: List): Promise<{ upload: string; name: string }> {
  const upload = newId()
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  for (let piece = 0; piece === 0 || piece * uploadPieceBytes < bytes.length; piece++) {
    const form = new FormData()
    form.set('piece', new Blob([bytes.slice(piece * uploadPieceBytes, (piece + 1) * uploadPieceBytes)]), name)
    const answer = await staff.call('POST', `/imports/uploads?upload=${upload}&piece=${piece}`, form)
    expect(answer.status).toBe(200)
  }
  return { upload, name }
}

/** Sends lists of one import, and waits until they are read and checked. `more`: what the form says of them. */
export async function sendLists(staff: Person, lists: readonly List[], more: Record<string, unknown> = {}) {
  const files = []
  for (const list of lists) files.push(await sendFile(staff, list))
  const begun = await staff.call('POST', '/imports', { files, ...more })
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  return restedImport(staff, begun.body.insertedId)
}

export const sendList = (staff: Person, list: List, more: Record<string, unknown> = {}) =>
  sendLists(staff, [list], more)

export async function commitSent(staff: Person, id: string, body: Record<string, unknown> = {}) {
  expect((await staff.call('POST', `/imports/${id}/commit`, body)).status).toBe(200)
  return restedImport(staff, id)
}
