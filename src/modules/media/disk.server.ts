import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/context'
import { isCode } from '#platform/files/error-code'
import type { ImageStore } from './port.server.ts'

/** What the store of the local disk is called. */
export const localDisk = 'local disk'

/** Pictures on the local disk. A file appears whole, under its name, or not at all. */
export function diskImages(directory: string): ImageStore {
  return {
    name: localDisk,
    has: file =>
      access(join(directory, file)).then(
        () => true,
        () => false,
      ),
    async put(file, bytes) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const draft = join(directory, `.${newId()}`)
      try {
        await writeFile(draft, bytes)
        await rename(draft, join(directory, file))
      } finally {
        await rm(draft, { force: true })
      }
    },
    async read(file) {
      try {
        return await readFile(join(directory, file))
      } catch (error) {
        if (isCode(error, 'ENOENT')) return undefined
        throw error
      }
    },
    remove: file => rm(join(directory, file), { force: true }),
  }
}
