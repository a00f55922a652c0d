import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const description = findPackageJSON(import.meta.url)
if (!description) throw new Error('the project has no package.json')

/** The project's folder, found from a source as from the built program. */
export const projectDirectory = dirname(description)

/** A file or folder of the project; `path` is seen from its folder, with slashes. */
export const projectFile = (path: string): string => join(projectDirectory, path)
