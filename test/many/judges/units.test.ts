import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { long } from '../../tiers.ts'
import { isMissing, readShipped } from '../machines.ts'

const units = ['tappet@.service', 'tappet-backup.service', 'tappet-backup.timer']

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tappet-units-'))
  for (const unit of units)
    await writeFile(join(folder, unit), readShipped(unit).replace(programThere, process.execPath))
})
afterAll(() => rm(folder, { recursive: true }))

/** Of all paths systemd looks for this one alone, and only where the shop is installed it is there. */
const programThere = '/opt/tappet/node_modules/.bin/node'

function analyze(...words: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { cwd: folder, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

describe.skipIf(isMissing('systemd-analyze'))('systemd', () => {
  it('knows every line of our units', long, async () => {
    // What it does not know it leaves out, and says so, with status 0.
    expect(analyze('verify', '--man=no', ...units.map(unit => `./${unit}`))).toEqual({ status: 0, said: '' })
    await writeFile(join(folder, 'wrong.service'), readShipped('tappet-backup.service').replace('UMask', 'Umask'))
    expect(analyze('verify', '--man=no', './wrong.service').said).toContain("Unknown key 'Umask'")
  })

  it('counts what our services may do as little (35 of 100 at most)', long, () => {
    for (const unit of units.filter(name => name.endsWith('.service'))) {
      const { status, said } = analyze('security', '--no-pager', '--offline=yes', '--threshold=35', `./${unit}`)
      expect(status, said).toBe(0)
    }
  })
})
