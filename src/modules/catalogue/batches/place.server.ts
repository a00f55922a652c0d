import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/context'

const directoryOf = ({ settings }: Pick<Context, 'settings'>) => join(settings.dataDir, 'picture-zips')

/** Where a ZIP lies until its pictures are in. The id is one by the contract: nothing of a path is in it. */
export const pathOfZip = (ctx: Pick<Context, 'settings'>, id: string): string => join(directoryOf(ctx), `${id}.zip`)

/** It appears whole, or not at all. */
export async function keepZip(ctx: Context, id: string, bytes: Uint8Array): Promise<void> {
  await mkdir(directoryOf(ctx), { recursive: true, mode: 0o700 })
  const draft = `${pathOfZip(ctx, id)}.draft`
  try {
    await writeFile(draft, bytes, { mode: 0o600 })
    await rename(draft, pathOfZip(ctx, id))
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removing what is not there is no failure. */
export const dropZip = (ctx: Context, id: string): Promise<void> => rm(pathOfZip(ctx, id), { force: true })
