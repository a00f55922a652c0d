import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFile } from '#platform/files/project'

export const demoDirectory = projectFile('db/demo')

/** A file of the demo shop; what is in it, its readers know. */
export async function readDemo<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(demoDirectory, name), 'utf8')) as T
}
