import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, RouterContextProvider, ServerRouter } from 'react-router'
import { type Call, type PageCall, callContext, pageContext } from '#ui/call.ts'
import { stylesheetsFirst } from '#ui/document-order.ts'
import { nonceContext } from '#ui/nonce.ts'

export { createRequestHandler } from 'react-router'

const renderTimeoutMs = 10_000

/** What the server lends to the loaders of one request: how to make calls, and the nonce of its inline scripts. */
export function createLoadContext(call: Call, page: PageCall, nonce: string): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  context.set(pageContext, page)
  context.set(nonceContext, nonce)
  return context
}

/** Renders a page whole before its first byte leaves: its status is then its true one, and it can be cached. */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        text(body).then(html => resolve(new Response(stylesheetsFirst(html), { headers, status: finalStatus })), reject)
        pipe(body)
      },
      onShellError: reject,
      onError() {
        finalStatus = 500
      },
    })
    setTimeout(() => abort(new Error('rendering took too long')), renderTimeoutMs).unref()
  })
}
