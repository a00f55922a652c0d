export function readIfThere(file: string): string | undefined
export function stampOf(directory: string, sources: string[], isRelevant?: (name: string) => boolean): string
export function isInstalled(lockfileText: string | undefined, recordText: string | undefined): boolean
