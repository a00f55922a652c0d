import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A shop of a journey's own, in a process and a folder of its own, with these settings. */
export async function startOwnShop(environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-own-'))
  const shop = spawn(process.execPath, ['e2e/own-shop-process.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '',
      PUBLIC_URL: '',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { address, databaseUrl } = await new Promise<{ address: string; databaseUrl: string }>((resolve, reject) => {
    shop.stdout?.on('data', chunk => {
      const [, address, databaseUrl] = /open at (\S+) on (\S+)/.exec(String(chunk)) ?? []
      if (address && databaseUrl) resolve({ address, databaseUrl })
    })
    shop.once('exit', status => reject(new Error(`the shop ended with status ${status}`)))
  })
  return {
    address,
    databaseUrl,
    dataDir,
    async stop() {
      const ended = new Promise(resolve => shop.once('exit', resolve))
      shop.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type OwnShop = Awaited<ReturnType<typeof startOwnShop>>

/** An address in front of a server that can be switched off and on again, as when the server or the line to it is gone. */
export async function startGate() {
  let target = ''
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const onwards = connect(Number(new URL(target).port), '127.0.0.1')
    for (const end of [socket, onwards]) {
      sockets.add(end)
      // Either end may go at any time: that is what the gate is for.
      end.on('error', () => end.destroy()).on('close', () => sockets.delete(end))
    }
    socket.pipe(onwards).pipe(socket)
  })
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const close = async () => {
    const closed = new Promise(resolve => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    address: `http://127.0.0.1:${port}`,
    leadTo: (address: string) => void (target = address),
    close,
    open: () => listen(port),
  }
}

export type Gate = Awaited<ReturnType<typeof startGate>>
