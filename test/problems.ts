import { expect } from 'vitest'
import type { Answer } from './factories.ts'

/** What every problem has, whatever went wrong. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.body).toMatchObject({
    type: `urn:tappet:problem:${code}`,
    title: expect.stringMatching(/^[A-Z]/),
    status,
    code,
    message: expect.stringMatching(/\.$/),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId)
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

export function expectFields(answer: Answer, errors: [field: string, message: string | RegExp][]): void {
  expectProblem(answer, 400, 'invalid-input')
  const wanted = errors.map(([field, message]) => ({
    field,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  }))
  expect(answer.body.errors).toHaveLength(wanted.length)
  expect(answer.body.errors).toEqual(expect.arrayContaining(wanted))
}
