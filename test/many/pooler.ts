import { chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Machine, freePorts, readShipped, startProgram } from './machines.ts'

const nobody = { uid: 65_534, gid: 65_534 }

/** PgBouncer by the file that we hand out, in front of this database, at a port if one is named. Some lines of the file may be others. */
export async function startPooler(
  folder: string,
  target: string,
  { port: given, ...other }: { port?: number; default_pool_size?: number } = {},
): Promise<Machine & { url: string }> {
  const [port = 0] = given === undefined ? await freePorts(1) : [given]
  const direct = new URL(target)
  const name = direct.pathname.slice(1)
  const host = direct.searchParams.get('host') ?? direct.hostname
  const password = direct.password === '' ? '' : ` password=${direct.password}`
  const home = join(folder, 'pooler')
  await mkdir(home, { recursive: true })
  const file = join(home, 'pgbouncer.ini')
  const text = readShipped('pgbouncer.ini')
    .replace(
      /^tappet = .*$/m,
      `${name} = host=${host} port=${direct.port || '5432'} user=${direct.username}${password}`,
    )
    .replace(/^auth_file = .*\n/m, '')
  const settings = Object.entries({ listen_port: port, auth_type: 'any', ...other })
  await writeFile(
    file,
    settings.reduce(
      (lines, [key, value]) => lines.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`),
      text,
    ),
  )
  const account = await accountFor(host)
  if (account.ids.uid !== undefined || account.wrapper.length > 0) {
    const { uid, gid } = account.owner
    for (const path of [folder, home, file]) await chown(path, uid, gid)
  }
  const url = `postgresql://tappet@127.0.0.1:${port}/${name}`
  const isUp = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
    return true
  }
  return { ...(await startProgram('pgbouncer', { args: [file], isUp, account })), url }
}

/** Like PostgreSQL it refuses to be root, and a socket's folder lets its own user in: so it runs as that does. */
async function accountFor(host: string) {
  if (process.geteuid?.() !== 0) return { wrapper: [], ids: {}, owner: nobody }
  const owner = host.startsWith('/') ? await stat(host) : nobody
  return owner.uid === 0
    ? { wrapper: ['unshare', '--user', '--map-user=65534'], ids: {}, owner }
    : { wrapper: [], ids: { uid: owner.uid, gid: owner.gid }, owner }
}
