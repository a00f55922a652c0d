import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const packable = /\.(?:css|js|json|map|svg|txt|webmanifest)$/

/** Shorter files gain less than their packed forms cost to keep. */
const leastBytes = 500

/** Lays beside each file of text its packed forms, as small as they get: they are made once and sent often. */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && packable.test(entry.name))
  await Promise.all(files.map(entry => compressFile(path.join(entry.parentPath, entry.name))))
}

async function compressFile(file) {
  const content = await readFile(file)
  if (content.length < leastBytes) return
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_MAX_QUALITY: best, BROTLI_PARAM_SIZE_HINT: sizeHint } = constants
  const params = { [quality]: best, [sizeHint]: content.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
}
