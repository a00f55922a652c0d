import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('what is installed is used by a user who may not write there', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tappet-setup-'))
  onTestFinished(() => {
    chmodSync(path.join(folder, 'node_modules'), 0o755)
    rmSync(folder, { recursive: true })
  })
  const record = { packages: { 'node_modules/one': { version: '1.0.0' } } }
  const text = JSON.stringify({ packages: { '': {}, ...record.packages } })
  cpSync(import.meta.dirname, path.join(folder, 'launch'), { recursive: true })
  mkdirSync(path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package-lock.json'), text)
  writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify(record))
  chmodSync(folder, 0o755)
  chmodSync(path.join(folder, 'node_modules'), 0o555)

  // Root may write everywhere: nobody may not.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const program = "await (await import('./launch/setup.mjs')).installDependencies()"
  const args = ['--input-type=module', '--eval', program]
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', ...user })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(existsSync(path.join(folder, 'node_modules/.tappet-stamp'))).toBe(false)
})
