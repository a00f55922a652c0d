import type { ReactNode } from 'react'
import type { Call, PageCall } from '#ui/calls/call.ts'
import { isNotFound } from '#ui/calls/loader-answers.ts'
import type { ReportError } from '#ui/feedback/report.ts'

/** What a page is read with: its address, and calls that are answered in this process, for a visitor. */
export type PageRequest = {
  url: URL
  params: Readonly<Record<string, string | undefined>>
  call: Call
  page: PageCall
  /** For a page that stands without a part of it that could not be read. */
  report: ReportError
}

/** A page of the shop that anybody may see: what it reads, and how that looks. It is rendered on the server alone. */
export type ShopPage<Data> = {
  read: (request: PageRequest) => Promise<Data>
  Page: (props: { data: Data }) => ReactNode
}

/** Thrown by a page that has another address. */
export class Redirect extends Error {
  readonly to: string
  readonly status: 301 | 302

  constructor(to: string, status: 301 | 302 = 302) {
    super(`to ${to}`)
    this.to = to
    this.status = status
  }
}

/** Thrown by a page that is not there. */
export class NotFound extends Error {}

/**
 * Awaits a call. What the shop does not have, or what is not even an id, is a page that is not there; anything else is a bug
 * and stays one.
 */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) throw new NotFound()
    throw error
  }
}
