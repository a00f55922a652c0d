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

/** Refusals (on the server) and failed calls (in the browser) both carry their status. */
function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400)
}
