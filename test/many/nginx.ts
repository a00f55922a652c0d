import { execFileSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { join } from 'node:path'
import { type Machine, freePorts, readShipped, startProgram } from './machines.ts'

type Answer = { status: number; body: string }

/** Over one HTTP/2 connection to nginx, as a browser asks. */
export function browserAt(port: number) {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => undefined)
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const stream = session.request({ ':method': method, ':path': path, ...headers })
      let status = 0
      let read = ''
      stream.on('response', answered => (status = answered[':status'] ?? 0))
      stream.setEncoding('utf8').on('data', (part: string) => (read += part))
      stream.on('end', () => resolve({ status, body: read }))
      stream.on('error', reject)
      stream.end(body)
    })
  return { ask, close: () => session.close() }
}

/** nginx by the file that we hand out, included as Debian includes its sites, before these processes. */
export async function startNginx(folder: string, hosts: readonly string[]): Promise<Machine & { port: number }> {
  const [port = 0] = await freePorts(1)
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const [key, pem] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  execFileSync('openssl', [...certificate, '-subj', '/CN=shop.example', '-keyout', key, '-out', pem], {
    stdio: 'ignore',
  })
  const servers = hosts.map(host => `    server ${host};\n`).join('')
  const conf = readShipped('nginx.conf')
    .replaceAll('/etc/letsencrypt/live/shop.example', folder)
    .replace(/^ {4}listen 443 /m, `    listen 127.0.0.1:${port} `)
    .replace(/^ {4}listen \[::\]:443 .*\n/m, '')
    .replace(/^ {4}server 127.0.0.1:3000;\n/m, servers)
  await writeFile(join(folder, 'shop.conf'), conf)
  const file = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http { access_log off; ${paths.join(' ')} include ${folder}/shop.conf; }`,
  )
  // Its workers are another user, who gets through to folders of their own.
  await chmod(folder, 0o711)
  const isUp = async () => {
    const browser = browserAt(port)
    const { status } = await browser.ask('GET', '/readyz')
    browser.close()
    return status === 200
  }
  return { ...(await startProgram('nginx', { args: ['-c', file], isUp })), port }
}
