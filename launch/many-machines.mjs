import { findProgram, installPackage, whyNotInstallable } from './system-packages.mjs'

/** What stands in front of many processes; each is Debian's package of the same name. */
const programs = ['haproxy', 'pgbouncer']

/** Why the tests of many machines cannot run here, or `undefined` when they can. */
export async function provideMachines() {
  for (const name of programs.filter(name => !findProgram(name))) {
    const hindrance = whyNotInstallable() ?? (await installPackage([name]))
    if (!findProgram(name)) return `no ${name} here (${hindrance ?? 'the package has no such program'})`
  }
  return undefined
}
