import { type ReadSettings, type Settings, readPlatformSettings } from '#platform/settings'
import { type Environment, reader, wrong } from '#platform/settings/reader'
import { modules } from './compose.server.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Fills an empty shop, and lets everybody in. */
    demo: boolean
  }
}

/**
 * Reads every setting: the platform's, then each module's in their order. Throws a `StartupProblem` that names the first one
 * that is wrong and what it takes.
 */
export function readSettings(environment: Environment): Settings {
  const read = reader(environment)
  const settings = readPlatformSettings(read) as Settings
  for (const module of modules) Object.assign(settings, module.readSettings?.(read, settings))
  return Object.assign(settings, readDemo(read, settings))
}

const readDemo: ReadSettings = (read, { databaseUrl, firebase, loopbackOnly, production }) => {
  const demo = read.flag('DEMO') ?? (!databaseUrl && loopbackOnly && !firebase)
  if (demo && production) wrong('DEMO', 'is refused with NODE_ENV=production; remove it')
  if (demo && !loopbackOnly)
    wrong('DEMO', 'fills the shop with open demo accounts, so it needs HOST and PUBLIC_URL on loopback')
  return { demo }
}
