import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { userIn, userOfConnection } from './peer.server.ts'

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0
   1: 0100007F:D431 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000    33        0 12 1 0 20 4 30 10 -1
   2: 0100007F:0BB8 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 13 1 0 20 4 30 10 -1`

it('whose program a connection comes from: a proxy’s own user, not the shop’s (finding 42)', () => {
  expect(userIn(table, { localPort: 3000, remotePort: 0xd431 })).toBe(33)
  expect(userIn(table, { localPort: 3000, remotePort: 0xd432 })).toBeUndefined()
})

it('of a real connection it is this very user, or the system does not say', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = await once(server, 'connection')
  const user = await userOfConnection(socket)
  client.destroy()
  server.close()
  expect([process.getuid?.(), undefined]).toContain(user)
  if (process.platform === 'linux') expect(user).toBe(process.getuid?.())
})
