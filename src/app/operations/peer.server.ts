import { readFile } from 'node:fs/promises'

type Ends = { localPort?: number | undefined; remotePort?: number | undefined }

/**
 * The id of the user whose program holds the other end of a connection on this machine; undefined where the system keeps no
 * table of connections (it is Linux's), or does not have this one in it any more.
 */
export async function userOfConnection({ localPort, remotePort }: Ends): Promise<number | undefined> {
  const tables = await Promise.all(['tcp', 'tcp6'].map(name => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  return userIn(tables.join('\n'), { localPort, remotePort })
}

/** In the table's rows, the other end is the one whose own port is our remote one. */
export function userIn(table: string, { localPort = 0, remotePort = 0 }: Ends): number | undefined {
  const port = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
  const row = new RegExp(
    `^\\s*\\d+: [0-9A-F]+:${port(remotePort)} [0-9A-F]+:${port(localPort)} [0-9A-F]{2} \\S+ \\S+ \\S+\\s+(\\d+)`,
    'm',
  )
  const [, user] = row.exec(table) ?? []
  return user === undefined ? undefined : Number(user)
}
