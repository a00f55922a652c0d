import { basename } from 'node:path'

export const cssModules = {
  // Readable, and alike from file to file: hashes would cost more than all of these names, compressed.
  generateScopedName: (name: string, file: string) => `${basename(file).replace(/\.module\.css.*/, '')}_${name}`,
}
