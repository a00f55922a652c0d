import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that came before the first of them was answered; with more, it is closed. No browser and no proxy sends a second. */
export const mostPipelined = 16

/** As much as is read at once: the shortest requests are some forty of them. */
const pieceBytes = 1024

/**
 * Closes a connection that sends far more than it has had answers for. Node would first read all that has come, which may be
 * thousands of requests in one turn of the event loop: so it gets what has come piece by piece, and no more of it once the
 * connection is closed.
 */
export function closePipelines(server: Server, most = mostPipelined): void {
  const open = new WeakMap<Socket, number>()
  server.on('connection', readInPieces)
  // Before any hook, which would run only after everything has been read.
  server.prependListener('request', ({ socket }, answer) => {
    const count = (open.get(socket) ?? 0) + 1
    open.set(socket, count)
    answer.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1))
    if (count > most) socket.destroy()
  })
  // Node would answer these by itself, where nothing counts them. Nobody has to refuse what it does not expect (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, answer) => void server.emit('request', request, answer))
}

function readInPieces(socket: Socket): void {
  const push = socket.push.bind(socket)
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) return push(null)
    let wantsMore = true
    // What is behind the piece that closed the connection is nobody's.
    for (let at = 0; at < chunk.length && !socket.destroyed; at += pieceBytes) {
      wantsMore = push(chunk.subarray(at, at + pieceBytes))
    }
    return wantsMore
  }
  // Else Node's parser takes the bytes past all of this.
  socket.on('data', () => undefined)
}
