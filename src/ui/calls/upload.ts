import { type AnswerOf, type Endpoint, type Upload, pathOf } from '#kernel/endpoint'
import { callBy } from './call.ts'
import { unreachable } from './call-failed.ts'

type UploadOptions = {
  file: Blob
  /** Of the call's address. */
  params?: Record<string, string>
  query?: Record<string, string | number>
  /** Hears the share that is on its way, 0 to 1. */
  onProgress: (share: number) => void
  /** Aborted, it ends the upload; `uploadFile` then throws the signal's reason. */
  signal: AbortSignal
}

/** Sends a file to a call that takes one. As `call`: with the session's token, renewed once; throws `CallFailed`. */
export function uploadFile<E extends Endpoint & { upload: Upload }>(
  endpoint: E,
  options: UploadOptions,
): Promise<AnswerOf<E>> {
  return callBy(endpoint, token => send(endpoint, options, token))
}

/** By the older kind of request: the newer one does not tell how much has been sent. */
function send(
  endpoint: Endpoint & { upload: Upload },
  { file, params, query, onProgress, signal }: UploadOptions,
  token: string | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(endpoint.method, `/api${pathOf(endpoint, { params, query })}`)
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(asResponse(request)))
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    const body = new FormData()
    body.set(endpoint.upload.field, file)
    request.send(body)
  })
}

function asResponse(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type') ?? ''
  return new Response(request.responseText, { status: request.status, headers: { 'content-type': type } })
}
