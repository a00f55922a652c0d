import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Environment, type Reader, asOrigin, asProxy, wrong } from './settings/reader.server.ts'

type Role = 'all' | 'web' | 'jobs'

/** What the machinery needs to know, whatever stands on it. */
export type PlatformSettings = {
  host: string
  port: number
  /** As customers see the shop, without a slash at the end; undefined until the port is known. */
  publicUrl: string | undefined
  databaseUrl: string | undefined
  /** Past a pooler that `databaseUrl` leads to: for what holds a session. */
  databaseDirectUrl: string | undefined
  /** A standby of it: for reads that decide nothing. */
  databaseReplicaUrl: string | undefined
  dataDir: string
  production: boolean
  /** Whether only this very machine can reach the shop: demo helpers exist nowhere else. */
  loopbackOnly: boolean
  /** The first signs, all verify; empty: made on first start and kept in `dataDir`. */
  secrets: string[]
  corsOrigins: string[]
  trustProxy: string[]
  metricsToken: string | undefined
  /** Where traces go, as OTLP; undefined: nowhere. */
  tracesEndpoint: string | undefined
  /** Of the traces that begin here, the share that is kept, from 0 to 1. */
  tracesSampled: number
  /** How long spans wait for others before they are sent together. */
  tracesDelayMillis: number
  logLevel: string
  /** What this process does of the shop's work: answer (`web`), jobs, or both. */
  role: Role
  /** A stop first says "not ready" and goes on serving for so long, until the proxies have seen it. */
  stopDelaySeconds: number
  /** Then what runs has so long to finish. */
  stopWithinSeconds: number
  smtpUrl: string | undefined
  mailFrom: string
}

/** Every setting of the shop, as it is in force: the owner may change some of them while the shop runs. A module adds its own to this interface, beside what reads them. */
export interface Settings extends PlatformSettings {}

/** Reads a module's settings, or calls `wrong`. `settings` has those of the platform and of the modules before it. */
export type ReadSettings = (read: Reader, settings: Settings) => Partial<Settings>

/** Reads `.env` beside the program, if there is one; what the environment says already wins. */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Reads the platform's settings, or throws a `StartupProblem` that names the first one that is wrong and what it takes. */
export function readPlatformSettings(read: Reader): PlatformSettings {
  const mode = read.oneOf('NODE_ENV', ['production', 'development', 'test'])
  const production = mode === 'production'
  const host = read.text('HOST') ?? '127.0.0.1'
  const publicUrl = read.origin('PUBLIC_URL')
  const loopbackOnly = isLoopback(host) && (!publicUrl || isLoopback(new URL(publicUrl).hostname))
  const databaseUrl = read.databaseUrl('DATABASE_URL')
  const databaseDirectUrl = read.databaseUrl('DATABASE_DIRECT_URL')
  const databaseReplicaUrl = read.databaseUrl('DATABASE_REPLICA_URL')
  if (databaseDirectUrl && !databaseUrl)
    wrong('DATABASE_DIRECT_URL', 'needs DATABASE_URL beside it, which leads to a pooler')
  if (databaseReplicaUrl && !databaseUrl)
    wrong('DATABASE_REPLICA_URL', 'needs DATABASE_URL beside it, which leads to the primary')
  const secrets = read.list('SECRET')
  if (secrets.some(secret => secret.length < 32))
    wrong('SECRET', 'needs at least 32 characters; make one with: openssl rand -hex 32')
  if (production && secrets.length === 0)
    wrong('SECRET', 'is required with NODE_ENV=production; make one with: openssl rand -hex 32')
  return {
    host,
    port: read.whole('PORT', 0, 65_535) ?? 3000,
    publicUrl,
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    production,
    loopbackOnly: loopbackOnly && !production,
    secrets,
    corsOrigins: read.list('CORS_ORIGINS').map(origin => asOrigin('CORS_ORIGINS', origin)),
    trustProxy: read.list('TRUST_PROXY').map(proxy => asProxy('TRUST_PROXY', proxy)),
    metricsToken: read.text('METRICS_TOKEN'),
    tracesEndpoint: read.address('OTEL_EXPORTER_OTLP_ENDPOINT'),
    tracesSampled: Number(read.share('OTEL_TRACES_SAMPLER_ARG') ?? 1),
    tracesDelayMillis: read.whole('OTEL_BSP_SCHEDULE_DELAY', 1, 60_000) ?? 5000,
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) ?? 'warn',
    role: (read.oneOf('ROLE', ['all', 'web', 'jobs']) ?? 'all') as Role,
    // Nobody but the person at the terminal waits for a stop on their own machine.
    stopDelaySeconds: read.whole('STOP_DELAY', 0, 300) ?? (production ? 5 : 0),
    stopWithinSeconds: read.whole('STOP_WITHIN', 1, 3600) ?? 20,
    smtpUrl: readSmtpUrl(read),
    mailFrom: read.text('MAIL_FROM') ?? 'Tappet <shop@localhost>',
  }
}

/** A mail server on this machine, or one that asks for no password, may do without TLS. */
function readSmtpUrl(read: Reader): string | undefined {
  const text = read.smtpUrl('SMTP_URL')
  const url = text === undefined ? undefined : new URL(text)
  const says = (name: string, value: string) => url?.searchParams.get(name) === value
  const isInTheClear = says('requireTLS', 'false') || says('ignoreTLS', 'true')
  if (url?.password && isInTheClear && !isLoopback(url.hostname))
    wrong('SMTP_URL', 'turns TLS off for a server elsewhere: it would be told the password in the clear')
  return text
}

/** Whether a host name or address is this very machine, as seen from itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (name === 'localhost' || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}
