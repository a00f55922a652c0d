import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findProgram } from '../../launch/machine/system-packages.mjs'
import type { ServerAccount } from '#platform/postgres/account'
import { eventually } from '../eventually.ts'

/** `npm run test:long` installs what is missing; without it these tests say that they were skipped. */
export const isMissing = (program: string): boolean => findProgram(program) === undefined

/** Ports that nobody has at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => (server.address() as { port: number }).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}

export type Machine = {
  pid: number
  signal(signal: NodeJS.Signals): void
  /** The last lines of its log. */
  lastWords(): string
  end(): Promise<void>
}

export type Program = {
  args: readonly string[]
  isUp: () => Promise<boolean>
  account?: ServerAccount
  /** How long it may take to be up. */
  withinMs?: number
}

/** Starts a program of the system in the foreground; resolves once `isUp` says so. */
export async function startProgram(name: string, { args, isUp, account, withinMs }: Program): Promise<Machine> {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe']
  const [command = name, ...words] = [...(account?.wrapper ?? []), findProgram(name) ?? name, ...args]
  // Etcd and Patroni take settings from the environment, too: none of whoever runs the tests.
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' }
  const child: ChildProcess = spawn(command, words, { stdio, env, ...account?.ids })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  let hasEnded = false
  const ended = once(child, 'close').then(() => (hasEnded = true))
  await eventually(
    async () => hasEnded || (await isUp().catch(() => false)),
    up => up,
    withinMs,
  ).catch((error: Error) => {
    child.kill('SIGKILL')
    throw new Error(`${name} is not up: ${error.message} ${said.slice(-2000)}`)
  })
  if (hasEnded) throw new Error(`${name} ended: ${said}`)
  return {
    pid: child.pid ?? 0,
    signal: signal => void child.kill(signal),
    lastWords: () => said.split('\n').slice(-40).join('\n'),
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A file of `deploy/`. */
export const readShipped = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8')

/** HAProxy by this text, as whoever runs the test. */
export async function startHaproxyBy(file: string, text: string, isUp: () => Promise<boolean>): Promise<Machine> {
  await writeFile(file, text.replace(/^ {4}(user|group|log stdout) .*\n/gm, ''))
  return startProgram('haproxy', { args: ['-db', '-f', file], isUp })
}

/**
 * HAProxy by the file that we hand out, in front of processes on these ports of this machine, without TLS.
 */
export async function startHaproxy(folder: string, ports: readonly number[]): Promise<Machine & { address: string }> {
  const [port = 0] = await freePorts(1)
  const address = `http://127.0.0.1:${port}`
  const text = readShipped('haproxy.cfg')
    .replace(/^ {4}http-request redirect scheme .*\n/m, '')
    .replace(/(^ {4}bind .*\n)+/m, `    bind 127.0.0.1:${port}\n`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace(
      /^ {4}server one(\S*) \S+(.*)\n {4}server two.*\n {4}server three.*\n/gm,
      (_, kind: string, rest: string) =>
        ports
          .map((port, at) => `    server shop${at}${kind} 127.0.0.1:${port}${rest.replace('/one', `/shop${at}`)}\n`)
          .join(''),
    )
  const isUp = async () => (await fetch(`${address}/readyz`)).ok
  return { ...(await startHaproxyBy(join(folder, 'haproxy.cfg'), text, isUp)), address }
}
