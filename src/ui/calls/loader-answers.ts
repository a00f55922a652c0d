import { data } from 'react-router'

/**
 * Awaits a call in a page's loader. What the shop does not have, or what is not even an id, becomes the page-not-found
 * screen with its status 404; anything else is a bug and stays one.
 */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isNotFound(error)) throw data(null, { status: 404 })
    throw error
  }
}

/** A refusal reaches a loader as an answer with its status on the server, and as a failed call in the browser. */
export function isNotFound(error: unknown): error is { status: number } {
  if (!(error instanceof Response || error instanceof Error) || !('status' in error)) return false
  return error.status === 404 || error.status === 400
}
