import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchShop } from '#test/shop/controlled'
import { type DatabaseServer, copyDatabase } from '#test/shop/databases'
import { newCustomerSignedIn } from './roles.ts'

/** A shop of a journey's own, with its built pages, in a process, a folder and a database of its own. */
export async function startOwnShop(
  environment: Record<string, string>,
  { firebaseKeysUrl, stripeUrl }: { firebaseKeysUrl?: string; stripeUrl?: string } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tappet-own-'))
  const database = await copyDatabase(JSON.parse(process.env['SHOP_DATABASES'] ?? '{}') as DatabaseServer)
  const shop = launchShop()
  const address = await shop.open({
    databaseUrl: database.url,
    dataDir,
    environment,
    pages: 'built',
    ...(firebaseKeysUrl && { firebaseKeysUrl }),
    ...(stripeUrl && { stripeUrl }),
  })
  return {
    address,
    databaseUrl: database.url,
    dataDir,
    async stop() {
      await shop.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type OwnShop = Awaited<ReturnType<typeof startOwnShop>>

/** Asks the database of a journey's own shop. */
export async function askDatabase<Row extends object>(
  { databaseUrl }: Pick<OwnShop, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<Row>(text, values)
  await client.end()
  return rows
}

/** As `startOwnShop`, with an owner of its own, which `roles.ts` asks and signs in from then on, until it stops. */
export async function startOwnedShop(environment: Record<string, string>): Promise<OwnShop> {
  const { SHOP_URL, SHOP_ADMIN } = process.env
  const shop = await startOwnShop(environment)
  process.env['SHOP_URL'] = shop.address
  const owner = await newCustomerSignedIn()
  await askDatabase(shop, `update identity."user" set "emailVerified" = true where email = $1`, [owner.email])
  await askDatabase(shop, `update account set role = 'admin', email_verified = true where email = $1`, [owner.email])
  process.env['SHOP_ADMIN'] = JSON.stringify(owner)
  return {
    ...shop,
    async stop() {
      Object.assign(process.env, { SHOP_URL, SHOP_ADMIN })
      await shop.stop()
    },
  }
}

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
