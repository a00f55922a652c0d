import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'

export type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string }

export type Flood = {
  /** Answers so far, by their statuses. */
  statuses: Map<number, number>
  /** Asks no more, and closes all. */
  stop(): void
}

type FloodOptions = {
  address: string
  sockets: number
  /** The address of 127.0.0.0/8 that a connection comes from; each is a network of its own for the shop. */
  from: (connection: number) => string
  next: (count: number) => Asked
}

/**
 * One sender who asks over many connections as fast as they are answered, with next to no work of its own: it must not be slower
 * than what it asks.
 */
export function flood({ address, sockets, from, next }: FloodOptions): Flood {
  const { hostname, port, host } = new URL(address)
  const statuses = new Map<number, number>()
  const open = new Set<Socket>()
  let count = 0
  let isOver = false

  function start(at: number): void {
    if (isOver) return
    const socket = connect({ host: hostname, port: Number(port), localAddress: from(at), noDelay: true })
    open.add(socket)
    const send = () => void socket.write(requestText(next(count++), host))
    const read = answerReader(status => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (!isOver) send()
    })
    socket.on('connect', send)
    socket.on('data', read)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      start(at)
    })
  }
  for (let at = 0; at < sockets; at++) start(at)
  return {
    statuses,
    stop() {
      isOver = true
      for (const socket of open) socket.destroy()
    },
  }
}

type Sending = { sockets: number; from: string; next: (count: number) => Asked }

/** The most answers to one sender that go out in one turn of this process's event loop, until so many have. */
export async function mostInTurn(server: Server, answers: number, { sockets, from, next }: Sending): Promise<number> {
  let [inTurn, most, all] = [0, 0, 0]
  const watch = ({ socket }: IncomingMessage, answer: ServerResponse) => {
    if (socket.remoteAddress === from) answer.once('finish', () => (inTurn += 1))
  }
  server.on('request', watch)
  const { port } = server.address() as AddressInfo
  const sender = flood({ address: `http://127.0.0.1:${port}`, sockets, from: () => from, next })
  while (all < answers) {
    await new Promise(resolve => setImmediate(resolve))
    most = Math.max(most, inTurn)
    all += inTurn
    inTurn = 0
  }
  sender.stop()
  server.off('request', watch)
  return most
}

function requestText({ method = 'GET', path, headers = {}, body = '' }: Asked, host: string): string {
  const length = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host, ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Calls at the end of each answer. */
function answerReader(onAnswer: (status: number) => void): (data: Buffer) => void {
  let head = ''
  /** Of the body, the bytes that are still to come; of one whose length nobody has said, its last ones. */
  let rest = 0
  let tail: string | undefined
  let status = 0

  function begin(): Buffer | undefined {
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [fields, body] = [head.slice(0, end), Buffer.from(head.slice(end + 4), 'latin1')]
    status = Number(fields.slice(9, 12))
    head = ''
    tail = /^transfer-encoding: chunked/im.test(fields) ? '' : undefined
    rest = status === 304 || status === 204 ? 0 : Number(/^content-length: (\d+)/im.exec(fields)?.[1] ?? 0)
    return body
  }

  return data => {
    let body: Buffer | undefined = data
    if (rest === 0 && tail === undefined) {
      head += data.toString('latin1')
      body = begin()
    }
    if (!body) return
    if (tail !== undefined) {
      tail = (tail + body.toString('latin1')).slice(-7)
      if (!tail.endsWith('0\r\n\r\n')) return
      tail = undefined
    } else {
      rest -= body.length
      if (rest > 0) return
      rest = 0
    }
    onAnswer(status)
  }
}
