import { cp, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { storeDrawing } from '#services/media'
import { diskImages } from '../../src/modules/media/disk.server.ts'

const drawings = join(import.meta.dirname, '../../db/demo/drawings')
const folder = join(tmpdir(), 'tappet-test-drawings')

/**
 * The folder with the demo shop's pictures, encoded once for all tests of a machine: that takes both cores for half a minute.
 * A picture's name follows from its drawing and its encoding (`storeDrawing`), so none is ever out of date.
 */
export async function drawnFolder(): Promise<string> {
  const names = await readdir(drawings)
  // Several may draw at once: each begins elsewhere, and finds the pictures of the others.
  const first = Math.floor(Math.random() * names.length)
  for (const name of [...names.slice(first), ...names.slice(0, first)]) {
    await storeDrawing(diskImages(folder), await readFile(join(drawings, name)))
  }
  return folder
}

/** Copies the pictures; what another process is still writing there has a name that begins with a dot. */
export async function copyDrawings(to: string): Promise<void> {
  await cp(await drawnFolder(), to, { recursive: true, filter: from => !basename(from).startsWith('.') })
}

/** Puts the demo shop's pictures into a data folder, so that its first start need not draw them. */
export function giveDrawings(dataDir: string): Promise<void> {
  return copyDrawings(join(dataDir, 'images'))
}
