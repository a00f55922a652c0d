import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came; a body of lines is a list. */
export type Recorded = {
  method: string
  path: string
  type: string | undefined
  authorization?: string
  body?: unknown
}
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | 'silence'

/** Writes down what it is asked, and answers what a test says. It knows nothing of what is asked for. */
export async function startRecordingServer(reply: (request: Recorded) => Reply) {
  const requests: Recorded[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const type = headers['content-type']
      const text = Buffer.concat(chunks).toString()
      const body: unknown = type === 'application/x-ndjson' ? linesOf(text) : text && JSON.parse(text)
      const { authorization } = headers
      const recorded = { method, path, type, ...(authorization && { authorization }), ...(text && { body }) }
      requests.push(recorded)
      const answer = reply(recorded)
      if (answer === 'silence') return
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body ?? {}))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** Every line ends, the last one too. */
function linesOf(text: string): unknown[] {
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line does not end')
  return lines.map(line => JSON.parse(line) as unknown)
}
