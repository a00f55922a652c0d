import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Reads a file, or `undefined` when it is not there. */
export function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * One value for the contents of many files. `sources` are names below `directory`, of files and of folders, which may be
 * missing; `isRelevant` leaves out files by their name below `directory`.
 */
export function stampOf(directory, sources, isRelevant = () => true) {
  const hash = createHash('sha256')
  for (const name of sources.flatMap(source => filesBelow(directory, source)).filter(isRelevant)) {
    const content = readFileSync(path.join(directory, name))
    // With its length, so that no text moves from one file to the next unnoticed.
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesBelow(directory, source) {
  const start = path.join(directory, source)
  if (!existsSync(start)) return []
  if (!statSync(start).isDirectory()) return [source]
  return readdirSync(start)
    .sort()
    .flatMap(name => filesBelow(directory, `${source}/${name}`))
}

/**
 * Whether what npm says it has installed (its record in node_modules) is what the lockfile asks for. Packages for other
 * systems are in the lockfile only.
 */
export function isInstalled(lockfileText, recordText) {
  if (!lockfileText || !recordText) return false
  const { '': _project, ...wanted } = JSON.parse(lockfileText).packages
  const installed = JSON.parse(recordText).packages
  const isForOthers = ({ optional, devOptional }) => optional || devOptional
  return (
    Object.keys(installed).every(name => wanted[name]?.version === installed[name].version) &&
    Object.keys(wanted).every(name => name in installed || isForOthers(wanted[name]))
  )
}
