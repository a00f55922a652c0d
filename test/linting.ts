import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A file where it would lie, linted with the project's own configuration. `beside`: what it looks into; `rule`: what refuses it. */
export type Planted = {
  wall: string
  file: string
  code: string
  beside?: Readonly<Record<string, string>>
  rule?: string
}

const root = join(import.meta.dirname, '..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-walls-'))
  await copyFile(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
  await mkdir(join(folder, 'launch/lint'), { recursive: true })
  for (const rule of ['messages', 'numbers', 'open-tables', 'walls'])
    await copyFile(join(root, `launch/lint/${rule}.mjs`), join(folder, `launch/lint/${rule}.mjs`))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the linter says of it, one complaint a line. */
export async function lint({ file, code, beside = {} }: Planted): Promise<string> {
  const own = unique(file)
  const path = join(folder, own)
  for (const [name, text] of Object.entries({ ...beside, [own]: code })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), `${text}\n`)
  }
  try {
    return await new Promise(resolve => {
      const linter = join(root, 'node_modules/oxlint/bin/oxlint')
      execFile(process.execPath, [linter, '-f', 'unix', own], { cwd: folder }, (_error, stdout) => resolve(stdout))
    })
  } finally {
    await rm(path)
  }
}

let planted = 0

/** Each case lints a file of its own, so that cases can run at once. */
function unique(file: string): string {
  planted += 1
  return file.replace(/\/(\w+)\.((?:\w+\.)?tsx?)$/, `/$1${planted}.$2`)
}
