import { signInSentence } from '../sign-in.rules.ts'
import { googleFailureKind, googleMessageKind } from './google.rules.ts'
import { identityTexts } from '../service.texts.ts'

/**
 * Tells the page that opened the window how it ended, and closes it. The message is for the shop's own origin: whoever
 * else may have opened the window hears nothing.
 */
export const doneScript = `const query = new URL(location.href).searchParams
if (window.opener) {
  const answer = { kind: '${googleMessageKind}', event: query.get('event'), error: query.get('error') }
  window.opener.postMessage(answer, location.origin)
  window.close()
}`

export const doneStyle = `:root{color-scheme:light dark}
body{max-width:30rem;margin:4rem auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif;
color:light-dark(#12171c,#f1eee7);background:light-dark(#faf8f3,#11161a)}
a{color:inherit}`

/** What is read where no page waits for the answer any more. */
export function donePage(error: string | undefined): string {
  const sentence = error ? signInSentence(googleFailureKind(error)) : identityTexts.googleDone
  const way = error
    ? `<a href="/login">${identityTexts.googleBack}</a>`
    : `<a href="/dashboard">${identityTexts.goOn}</a>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${identityTexts.googleDoneTitle}</title>
<link rel="icon" href="data:,">
<style>${doneStyle}</style></head>
<body><main><h1>${identityTexts.googleDoneTitle}</h1><p>${sentence}</p><p>${way}</p></main>
<script>${doneScript}</script></body></html>`
}
