import { Agent, request } from 'node:http'
import type { HostileRequest } from './hostile-requests.ts'

export type WireAnswer = { status: number; body: string }

export class TooLate extends Error {}

/** The most that a body of JSON may hold: with a longer one the shop may hang up before all of it has come. */
const bodyLimitBytes = 256 * 1024

/**
 * Sends bytes as they are. Fails when there is no whole answer in time. A connection that the shop closes on a body that is
 * too long counts as its refusal.
 */
export function sender(address: string, withinMs: number) {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const send = (hostile: Omit<HostileRequest, 'caller'>): Promise<WireAnswer> =>
    new Promise<WireAnswer>((resolve, reject) => {
      const { method, path, headers, body } = hostile
      const length = body ? { 'content-length': String(body.length) } : {}
      const sent = request({ hostname, port, agent, method, path, headers: { ...headers, ...length } }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () => {
          clearTimeout(timer)
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
        })
      })
      const timer = setTimeout(() => sent.destroy(new TooLate(`no answer within ${withinMs} ms`)), withinMs)
      const fail = (error: Error) => {
        clearTimeout(timer)
        const isClosed = 'code' in error && ['ECONNRESET', 'EPIPE'].includes(String(error.code))
        if (isClosed && body && body.length > bodyLimitBytes) resolve({ status: 413, body: '' })
        // It was closing while this was on its way: whoever keeps a connection asks again on another one (RFC 9112, 9.3.1).
        else if (isClosed && sent.reusedSocket) resolve(send(hostile))
        else reject(error)
      }
      sent.on('error', fail)
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}
