import { expect } from 'vitest'
import { newId } from '#platform/context'
import { eventually } from '../eventually.ts'
import type { Person } from '../factories.ts'

/** An import as it is once nobody is at work on it. */
export const restedImport = (staff: Person, id: string) =>
  eventually(
    async () => (await staff.call('GET', `/imports/${id}`)).body,
    row => row.state !== 'staging' && row.asked === null,
    60_000,
  )

/** Sends a list as the page does, in one piece, and waits until it is read and checked. `more`: what the form says of it. */
export async function sendList(
  staff: Person,
  file: { name: string; content: string | Uint8Array<ArrayBuffer> },
  more: Record<string, unknown> = {},
) {
  const upload = newId()
  const form = new FormData()
  form.set('piece', new Blob([file.content]), file.name)
  expect((await staff.call('POST', `/imports/uploads?upload=${upload}&piece=0`, form)).status).toBe(200)
  const begun = await staff.call('POST', '/imports', { files: [{ upload, name: file.name }], ...more })
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  return restedImport(staff, begun.body.insertedId)
}

export async function commitSent(staff: Person, id: string, body: Record<string, unknown> = {}) {
  expect((await staff.call('POST', `/imports/${id}/commit`, body)).status).toBe(200)
  return restedImport(staff, id)
}
