import { googleEventParameter } from '#rules/identity'
import {
  type Place,
  dropAttempt,
  prefersRedirect,
  signInByPopup,
  signInByRedirect,
  takeRedirectAnswer,
} from './google-flow.ts'

/** How somebody gets to Google and back: with the embedded identity service, or with Firebase. */
export type GoogleWays = {
  /** Called when the button is there to be pressed. */
  prepare(): void
  prefersRedirect(): boolean
  popup(place: Place): Promise<void>
  /** Ends only if the browser comes back by itself. */
  redirect(place: Place): Promise<'came back'>
  /** Whether this page is where a redirect came back to. */
  hasAnswer(query: URLSearchParams): boolean
  takeAnswer(query: URLSearchParams): Promise<void>
  /** Gives up an attempt that nobody waits for any more. */
  drop(): void
}

export const embeddedWays: GoogleWays = {
  prepare: () => undefined,
  prefersRedirect,
  popup: signInByPopup,
  redirect: signInByRedirect,
  hasAnswer: query => query.has(googleEventParameter),
  takeAnswer: async query => takeRedirectAnswer(query),
  drop: dropAttempt,
}
