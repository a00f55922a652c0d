import { type ReadSettings, type Settings, readPlatformSettings } from '#platform/settings'
import type { OwnerSettings } from '#platform/settings/owner'
import { type Environment, reader, wrong } from '#platform/settings/reader'
import { nearName } from '#platform/settings/near-names'
import { modules } from './modules.server.ts'

declare module '#platform/settings' {
  interface Settings {
    /** Fills an empty shop, and lets everybody in. */
    demo: boolean
    /** What the environment says of settings that the owner could change in the shop otherwise. */
    fixed: Environment
  }
}

/**
 * Reads every setting: the platform's, then each module's in their order. Throws a `StartupProblem` that names the first one
 * that is wrong and what it takes.
 */
export function readSettings(environment: Environment, read = reader(environment)): Settings {
  const settings = readPlatformSettings(read) as Settings
  for (const module of modules) {
    for (const owner of module.ownerSettings ?? []) Object.assign(settings, owner.read(read, settings))
    Object.assign(settings, module.readSettings?.(read, settings))
  }
  const names = ownerSettings.map(({ name }) => name)
  const fixed = Object.fromEntries(names.flatMap(name => (read.text(name) ? [[name, environment[name]]] : [])))
  return Object.assign(settings, readDemo(read, settings), { fixed })
}

/** What is likely to be a mistake, though the shop can start with it: one sentence each. */
export function warningsOf(environment: Environment): string[] {
  const read = reader(environment)
  const { production, publicUrl, smtpUrl } = readSettings(environment, read)
  const names = read.names()
  const misspelled = Object.keys(environment).flatMap(name => {
    const meant = names.has(name) ? undefined : nearName(name, names)
    return meant ? `${name} is not a setting; did you mean ${meant}?` : []
  })
  return [
    ...misspelled,
    ...(production && !publicUrl
      ? [
          'PUBLIC_URL is not set: links in mails lead to the address that the shop listens at. Set it to the one that customers use.',
        ]
      : []),
    ...(production && smtpUrl && !read.text('MAIL_FROM')
      ? [
          'MAIL_FROM is not set: mails come from shop@localhost, which most mail servers refuse. Set it to an address of the shop.',
        ]
      : []),
  ]
}

const ownerSettings = modules.flatMap(({ ownerSettings = [] }) => ownerSettings)

/** The settings that the owner can change in the shop, under what the environment says of them. */
export function ownerSettingsOf({ fixed }: Settings): OwnerSettings {
  return {
    all: ownerSettings,
    fixed,
    read(stored) {
      const read = reader({ ...stored, ...fixed })
      const settings: Partial<Settings> = {}
      for (const owner of ownerSettings) Object.assign(settings, owner.read(read, settings as Settings))
      return settings
    },
  }
}

const readDemo: ReadSettings = (read, { databaseUrl, firebase, loopbackOnly, production }) => {
  const demo = read.flag('DEMO') ?? (!databaseUrl && loopbackOnly && !firebase)
  if (demo && production) wrong('DEMO', 'is refused with NODE_ENV=production; remove it')
  if (demo && !loopbackOnly)
    wrong('DEMO', 'fills the shop with open demo accounts, so it needs HOST and PUBLIC_URL on loopback')
  return { demo }
}
