import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Says that pictures and secrets in the folder are those of a restore that has not said that it is done. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore-under-way')

/** They belong to a shop now, and to no restore that may write over them. */
export const forgetRestore = (dataDir: string): Promise<void> => rm(restoreMark(dataDir), { force: true })
