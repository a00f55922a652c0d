import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
  isRouteErrorResponse,
  matchRoutes,
} from 'react-router'
import { type Call, callContext } from '#ui/calls/call.ts'
import { nonceContext } from '#ui/nonce.ts'
import { type ReportError, reportContext } from '#ui/feedback/report.ts'

export { createRequestHandler } from 'react-router'

const renderTimeoutMs = 10_000

/** What the server lends to one request: how its loaders make calls, and the log. */
type Lent = { call: Call; reportError: ReportError; nonce: string | undefined }

export function createLoadContext({ call, reportError, nonce }: Lent): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  context.set(reportContext, reportError)
  context.set(nonceContext, nonce)
  return context
}

/**
 * The address of the screen that a path leads to, with `-` in the place of ids: what the server renders of a screen is the same for
 * all of them. Undefined where there is no screen.
 */
export function screenAddressOf(routes: ServerBuild['routes'], path: string): string | undefined {
  const all = Object.values(routes).filter(route => route !== undefined)
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter(route => route.parentId === parentId)
      .map(({ id, path = '', index }) => (index ? { id, path, index } : { id, path, children: below(id) }))
  const matches = matchRoutes(below(undefined), path) ?? []
  const pattern = matches.flatMap(({ route }) => route.path || []).join('/')
  return pattern === '' || pattern.includes('*') ? undefined : `/${pattern.replace(/:\w+/g, '-')}`
}

type Failing = { request: Request; context: RouterContextProvider }

/** A loader that failed, of which the router would write to the console. A page that is not there is no failure. */
export function handleError(error: unknown, { request, context }: Failing): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!isRefusal && !request.signal.aborted) context.get(reportContext)(error)
}

/** Renders a page whole before its first byte leaves: its status is then its true one, and it can be cached. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext)
  const page = <ServerRouter context={entry} url={request.url} {...(nonce && { nonce })} />
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce && { nonce }),
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        text(body).then(html => resolve(new Response(html, { headers, status: finalStatus })), reject)
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        finalStatus = 500
        if (!request.signal.aborted) context.get(reportContext)(error)
      },
    })
    setTimeout(() => abort(new Error('rendering took too long')), renderTimeoutMs).unref()
  })
}
